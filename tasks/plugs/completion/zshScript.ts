import { type Completions, groupKeys } from "./Completions.js"

/**
 * Writes the completion of `hardhat` and `npx hardhat` for zsh. Names are in single quotes here, and zsh escapes what it puts on the
 * command line, so none of them can run anything.
 */
export function zshScript(completions: Completions): string {
  const cases = groupKeys(completions).map(({ keys, words }) => {
    const found = words.map(({ word }) => quote(word)).join(" ")
    const says = words.map(({ says }) => quote(says)).join(" ")
    return `    ${keys.map(quote).join("|")}) found+=(${found}); says+=(${says}) ;;`
  })
  return `#compdef hardhat
# Completion of hardhat for zsh, by hardhat-plugs.
_hardhat_plugs_words() {
  case "$1" in
${cases.join("\n")}
    *) return 1 ;;
  esac
}

_hardhat_plugs() {
  emulate -L zsh
  local -a found says shown
  local task= value= word
  integer place=0 at=2
  if [[ \${words[1]:t} == npx ]]; then
    while (( at < CURRENT )) && [[ $words[at] != hardhat ]]; do (( at += 1 )); done
    (( at += 1 ))
  fi
  while (( at < CURRENT )); do
    word=\${(Q)words[at]}
    (( at += 1 ))
    if [[ -n $value ]]; then
      value=
    elif [[ $word == -* ]]; then
      if _hardhat_plugs_words "value:$task $word"; then value="value:$task $word"
      elif _hardhat_plugs_words "value: $word"; then value="value: $word"
      fi
    elif (( place == 0 )) && _hardhat_plugs_words "task:\${task:+$task }$word"; then
      task="\${task:+$task }$word"
    else
      (( place += 1 ))
    fi
  done
  found=() says=()
  if [[ -n $value ]]; then
    _hardhat_plugs_words "$value"
    compset -P '*,'
  elif [[ $words[CURRENT] == -* ]]; then
    _hardhat_plugs_words "options:$task"
    _hardhat_plugs_words "options:"
  else
    if (( place == 0 )); then _hardhat_plugs_words "task:$task"; fi
    _hardhat_plugs_words "argument:$task $place" || _hardhat_plugs_words "argument:$task rest"
  fi
  if (( $#found == 0 )); then
    _files
    return
  fi
  for (( at = 1; at <= $#found; at += 1 )); do shown+=("$found[at]  -- $says[at]"); done
  compadd -l -d shown -a found
}

# Whatever completed npx before still completes it for everything but hardhat.
_hardhat_plugs_npx() {
  if (( \${words[(I)hardhat]} > 1 && \${words[(I)hardhat]} < CURRENT )); then
    _hardhat_plugs
  elif [[ -n $_hardhat_plugs_npx_before ]]; then
    $_hardhat_plugs_npx_before "$@"
  else
    _files
  fi
}
if ! whence compdef >/dev/null; then
  autoload -Uz compinit
  compinit
fi
if [[ \${_comps[npx]-} != _hardhat_plugs_npx ]]; then typeset -g _hardhat_plugs_npx_before=\${_comps[npx]-}; fi
compdef _hardhat_plugs hardhat
compdef _hardhat_plugs_npx npx`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
