import { type Completions, groupKeys } from "./Completions.js"

/**
 * Writes the completion of `hardhat` and `npx hardhat` for bash. It runs in bash 3.2, which macOS has: without associative arrays.
 * Names are in single quotes here, and escaped by `%q` on the command line, so none of them can run anything.
 */
export function bashScript(completions: Completions): string {
  const cases = groupKeys(completions).map(
    ({ keys, words }) =>
      `    ${keys.map(quote).join("|")}) found=(${words.map(({ word }) => quote(word)).join(" ")}) ;;`,
  )
  return `# Completion of hardhat for bash, by hardhat-plugs.
_hardhat_plugs_words() {
  case "$1" in
${cases.join("\n")}
    *) found=(); return 1 ;;
  esac
}

_hardhat_plugs() {
  local current=\${COMP_WORDS[COMP_CWORD]} task= value= place=0 at=1 word prefix= quoted
  local -a found words
  words=()
  COMPREPLY=()
  if [[ \${COMP_WORDS[0]##*/} == npx ]]; then
    while ((at < COMP_CWORD)) && [[ \${COMP_WORDS[at]} != hardhat ]]; do ((at += 1)); done
    ((at += 1))
  fi
  while ((at < COMP_CWORD)); do
    word=\${COMP_WORDS[at]}
    ((at += 1))
    # Bash splits Greeter@beta into three words.
    if [[ $word == [@:=] ]]; then
      ((at += 1))
    elif [[ -n $value ]]; then
      value=
    elif [[ $word == -* ]]; then
      if _hardhat_plugs_words "value:$task $word"; then value="value:$task $word"
      elif _hardhat_plugs_words "value: $word"; then value="value: $word"
      fi
    elif ((place == 0)) && _hardhat_plugs_words "task:\${task:+$task }$word"; then
      task="\${task:+$task }$word"
    else
      ((place += 1))
    fi
  done
  if [[ -n $value ]]; then
    _hardhat_plugs_words "$value"
    words=("\${found[@]}")
    if [[ $current == *,* ]]; then prefix="\${current%,*},"; fi
  elif [[ $current == -* ]]; then
    _hardhat_plugs_words "options:$task"
    words=("\${found[@]}")
    _hardhat_plugs_words "options:"
    words+=("\${found[@]}")
  else
    if ((place == 0)); then
      _hardhat_plugs_words "task:$task"
      words=("\${found[@]}")
    fi
    _hardhat_plugs_words "argument:$task $place" || _hardhat_plugs_words "argument:$task rest"
    words+=("\${found[@]}")
  fi
  for word in "\${words[@]}"; do
    printf -v quoted %q "$word"
    if [[ $prefix$quoted == "$current"* ]]; then COMPREPLY+=("$prefix$quoted"); fi
  done
}

# Whatever completed npx before still completes it for everything but hardhat.
if [[ $(complete -p npx 2>/dev/null) =~ -F\\ ([^ ]+) && \${BASH_REMATCH[1]} != _hardhat_plugs_npx ]]; then
  _hardhat_plugs_npx_before=\${BASH_REMATCH[1]}
fi
_hardhat_plugs_npx() {
  local at
  for ((at = 1; at < COMP_CWORD; at += 1)); do
    if [[ \${COMP_WORDS[at]} == hardhat ]]; then _hardhat_plugs; return; fi
  done
  if [[ -n \${_hardhat_plugs_npx_before-} ]]; then "$_hardhat_plugs_npx_before" "$@"; fi
}
complete -o default -F _hardhat_plugs hardhat
complete -o default -F _hardhat_plugs_npx npx`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
