import { type Completions, groupKeys } from "./Completions.js"

/**
 * Writes the completion of `hardhat` and `npx hardhat` for fish. Names are in single quotes here, and fish escapes what it puts on the
 * command line, so none of them can run anything.
 */
export function fishScript(completions: Completions): string {
  const cases = groupKeys(completions).map(({ keys, words }) => {
    const printed = words.flatMap(({ word, says }) => [word, says]).map(quote)
    const print = words.length === 0 ? "true" : String.raw`printf '%s\t%s\n' ${printed.join(" ")}`
    return `    case ${keys.map(quote).join(" ")}\n      ${print}`
  })
  return `# Completion of hardhat for fish, by hardhat-plugs.
function __hardhat_plugs_words
  switch $argv[1]
${cases.join("\n")}
    case '*'
      return 1
  end
end

function __hardhat_plugs
  set -l typed (commandline -opc)
  set -l current (commandline -ct)
  if test (string replace -r '.*/' '' -- $typed[1]) = npx
    while set -q typed[2]; and test "$typed[2]" != hardhat
      set -e typed[1]
    end
    set -e typed[1]
  end
  set -e typed[1]
  set -l tasks
  set -l value
  set -l place 0
  for word in $typed
    if test -n "$value"
      set value
    else if string match -q -- '-*' $word
      for key in "value:$tasks $word" "value: $word"
        if __hardhat_plugs_words $key >/dev/null
          set value $key
          break
        end
      end
    else if test $place -eq 0; and __hardhat_plugs_words "task:"(string join ' ' -- $tasks $word) >/dev/null
      set -a tasks $word
    else
      set place (math $place + 1)
    end
  end
  set -l found
  if test -n "$value"
    set -l before (string match -r '^.*,' -- $current)
    set found (__hardhat_plugs_words $value)
    test -n "$before"; and set found $before$found
  else if string match -q -- '-*' $current
    set found (__hardhat_plugs_words "options:$tasks") (__hardhat_plugs_words options:)
  else
    test $place -eq 0; and set found (__hardhat_plugs_words "task:$tasks")
    set -a found (__hardhat_plugs_words "argument:$tasks $place"; or __hardhat_plugs_words "argument:$tasks rest")
  end
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path $current
  end
end

complete -c hardhat -f -a '(__hardhat_plugs)'
complete -c npx -n 'contains hardhat (commandline -opc)' -f -a '(__hardhat_plugs)'`
}

function quote(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`
}
