/**
 * Writes a path as one word of the shells of a platform: of sh, or of cmd.exe and PowerShell.
 *
 * @example
 * quoteForShell("it's here", "linux") // 'it'\''s here'
 */
export function quoteForShell(path: string, platform: string): string {
  const safe = path.startsWith("-") ? `./${path}` : path
  if (/^[\w@%+=:,./\\-]+$/.test(safe) && (platform === "win32" || !safe.includes("\\"))) return safe
  return platform === "win32" ? `"${safe}"` : `'${safe.replaceAll("'", String.raw`'\''`)}'`
}
