/**
 * Public hosts of the swap API that want no key: one with a limit that all share, and one for web pages of known domains. For any other
 * host a missing key is more likely forgotten than not wanted.
 */
const keylessHosts: ReadonlySet<string> = new Set(["https://public-backend.socket.tech", "https://backend.socket.tech"])

/** Checks whether a host is known to want no key. In a file without imports, because the configuration is checked on every command. */
export function takesNoKey(origin: string): boolean {
  return keylessHosts.has(origin)
}
