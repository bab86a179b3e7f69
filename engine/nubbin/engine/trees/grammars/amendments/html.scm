; What programs that read HTML take and the grammar refuses: the standard says what becomes of each.

; An element that is not ended.
((element . (start_tag)) @right (#unended? @right))

; The end of an element that is not open, outside of all elements, with the text right behind it.
((ERROR . "</" . (ERROR) . ">") @right)
