/** Checks whether a URL points to this machine, where plain http is safe. Text that is not a URL does not. */
export function isLoopback(url: string | URL): boolean {
  const { hostname } = typeof url === "string" ? (URL.parse(url) ?? nowhere) : url
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname)
}

const nowhere = { hostname: "" }
