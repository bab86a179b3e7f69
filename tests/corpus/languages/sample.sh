#!/bin/bash
# A little of everything in shell.
set -euo pipefail
name="world" count=3
readonly LIMIT=10
declare -a list=(one "two three" $name)
export PATH="$HOME/bin:$PATH"

greet() {
  local who=${1:-nobody}
  echo "hello, $who" 'single' $"translated" $'tab\t'
  return 0
}

function cleanup {
  rm -f -- "${list[@]}" 2>/dev/null || true
}
trap cleanup EXIT

if [ -f "$name" ] && [[ $count -gt 2 || $name == w* ]]; then
  greet "$name"
elif test -d /tmp; then
  :
else
  exit 1
fi

for item in a b{1,2} "${list[@]}"; do
  [[ $item =~ ^a.*$ ]] && continue
  echo "$item" | tr a-z A-Z | sort -u > out.txt
done

for ((i = 0; i < count; i++)); do
  total=$((total + i * 2))
done

while read -r line; do
  case "$line" in
    start|begin) echo one ;;
    *.txt)
      echo text
      ;;
    *) break ;;
  esac
done < input.txt

until false; do break; done

files=$(ls -1 | wc -l)
old=`date`
cat <<EOF >&2
dear $name,
the end
EOF
diff <(sort a) <(sort b) &
{ echo grouped; cd /; }
(cd /tmp && ls) 2>&1
! grep -q "x" <<< "$files"
unset name
echo ${name#prefix} ${#list[@]} ${old/a/b} $? $1 !
