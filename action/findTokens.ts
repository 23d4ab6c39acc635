import { spawnSync } from "node:child_process"

/** Names under which GitHub and its tools look for a token. */
const named = /^(?:(?:GITHUB|GH)_(?:ENTERPRISE_)?TOKEN|ACTIONS_ID_TOKEN_REQUEST_(?:TOKEN|URL))$/i
/** GitHub's tokens, wherever they are. */
const shaped = /gh[a-z]_\w{20}|github_pat_\w{20}/
/** What git signs in with, as it lists it: a name, a line's end and a value. */
const kept = /^(?:http\.(?:.*\.)?extraheader|core\.sshcommand)\n.|:\/\/[^/\n]*:[^/\n]*@/i

/**
 * Names what a command that runs with this environment in one of these folders could sign in to GitHub with.
 *
 * A variable that is kept from a command can still be read from the process that started it. So the checks are not started.
 */
export function findTokens(env: NodeJS.ProcessEnv, folders: readonly string[]): string[] {
  const variables = Object.entries(env)
    .filter(([name, value = ""]) => value !== "" && (named.test(name) || shaped.test(value)))
    .map(([name]) => `${name} in the environment`)
  return [...new Set([...variables, ...folders.flatMap((folder) => findKept(env, folder))])]
}

/** With the files that are included, because `actions/checkout` writes its token into one beside the checkout. */
function findKept(env: NodeJS.ProcessEnv, cwd: string): string[] {
  const args = ["-c", "safe.directory=*", "config", "--list", "--includes", "-z"]
  const { error, status, stdout } = spawnSync("git", args, { cwd, env, encoding: "utf8" })
  // Where git is missing, the checkout has no configuration of it.
  if (error !== undefined && "code" in error && error.code === "ENOENT") return []
  if (status !== 0) return ["what could not be read of git's configuration"]
  return (
    stdout
      .split("\0")
      .filter((line) => kept.test(line) || shaped.test(line))
      // A name can be a URL with the token in it.
      .map((line) => `${(line.split("\n")[0] ?? "").replace(/:\/\/.*@/, "://…@")} in git's configuration`)
  )
}
