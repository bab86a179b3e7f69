; What programs that read HTML accept and the grammar refuses; the standard says how each is read.

; An element without an end tag.
((element . (start_tag)) @pardoned (#unended? @pardoned))

; The end tag of an element that is not open, outside of all elements, with the text behind it.
((ERROR . "</" . (ERROR) . ">") @pardoned)
