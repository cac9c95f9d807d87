# Sourced by every fake program. FAKE_TERMUX names the folder that holds what the phone knows and how its programs behave.
name=${0##*/}
phone=${FAKE_TERMUX:?FAKE_TERMUX names no folder}
# The number of arguments comes before them: an argument may be empty, and may hold anything but NUL.
printf '%s\0' "$name" "$#" "$@" >>"$phone/calls.log"

# Sets `found` to the file of the most special kind of call that is given, else to the file for all calls of the program.
find_file() {
  ending=$1
  shift
  for kind in "$@" ''; do
    found="$phone/$name${kind:+.$kind}.$ending"
    [ -f "$found" ] && return 0
  done
  return 1
}

# How this call ends; the kinds of call come first the most special one.
choose_mode() {
  mode=normal
  if find_file mode "$@"; then read -r mode <"$found"; fi
}

# Termux:API reports errors as JSON, with exit code 0.
print_error() {
  printf '{\n  "%s": "%s"\n}\n' "$1" "$2"
}

# Ends the call here unless it shall succeed. `permissions` are those that Android asks for, joined as Termux:API does.
end_unless_normal() {
  permissions=${1:-}
  case $mode in
    API_ERROR) print_error API_ERROR "${2:-Failed}"; exit 0 ;;
    permission)
      plural=
      case $permissions in *' ,'*) plural=s ;; esac
      print_error error "Please grant the following permission$plural to use this command: $permissions"
      exit 0
      ;;
    # `exec`, so that who kills the program kills the sleep.
    hang) exec sleep 3600 ;;
    empty) exit 0 ;;
    # Termux:API stops in the middle when Android throws while it writes.
    cut) printf '[\n  {\n    "na'; exit 0 ;;
    endless) exec yes '{ "never": "ending" }' ;;
    exit1) echo "$name: failed" >&2; exit 1 ;;
  esac
}

# Prints what is prepared for this kind of call.
print_output() {
  find_file out "$@" && cat "$found"
}

# Dates and durations are formatted for the phone's locale; the numbers of JSON are not.
localized() {
  if [ "$mode" != arabic-digits ]; then
    cat
    return
  fi
  LC_ALL=C sed -e '/^ *"date": /b arabic' -e '/^ *"duration": /b arabic' -e '/^ *"received": /b arabic' -e b -e ': arabic' \
    -e 's/0/٠/g; s/1/١/g; s/2/٢/g; s/3/٣/g; s/4/٤/g; s/5/٥/g; s/6/٦/g; s/7/٧/g; s/8/٨/g; s/9/٩/g'
}

# Prints a page of the rows, which are stored newest first, one per line. Within a page the newest comes last.
print_page() {
  LC_ALL=C awk -v limit="$1" -v offset="$2" -v only="$3" '
    only != "" && index($0, "\"type\": \"" only "\"") == 0 { next }
    { place++ }
    place > offset + limit { exit }
    place > offset { rows[++count] = $0 }
    END {
      ORS = ""
      print "["
      for (at = count; at > 0; at--) {
        gsub(/\036/, "\n    ", rows[at])
        print (at < count ? "," : "") "\n  {\n    "
        print rows[at]
        print "\n  }"
      }
      print (count > 0 ? "\n" : "") "]\n"
    }' "$phone/$name.rows"
}
