/** Descriptions of connection failures by the error code of Node or its HTTP client. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens at this address",
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was closed",
  ENOTFOUND: "the host name is unknown",
  EAI_AGAIN: "the host name could not be looked up",
  EHOSTUNREACH: "there is no route to the host",
  ENETUNREACH: "there is no route to the network",
  ETIMEDOUT: "the connection timed out",
  UND_ERR_CONNECT_TIMEOUT: "the connection timed out",
  UND_ERR_SOCKET: "the connection was closed before the response was complete",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the response is not as long as it says",
  UND_ERR_HEADERS_OVERFLOW: "the response's headers are too large",
  Z_BUF_ERROR: "the connection was closed before the response was complete",
  Z_DATA_ERROR: "the body is not compressed as the headers say",
}

/**
 * Explains why a connection failed, by the code of the innermost error or by its name if it has no code.
 *
 * The error itself is never shown or attached, because it can contain the request with its headers.
 *
 * @returns `isUndecodable` if the response arrived but its body cannot be decompressed
 */
export function explainConnectionFailure(error: unknown): { isUndecodable: boolean; reason: string } {
  const label = labelOf(error)
  const notHttp = label === "HTTPParserError" || label.startsWith("HPE_")
  const explained = reasons[label] ?? (notHttp ? "the response is not HTTP" : "the connection failed")
  return { isUndecodable: label === "Z_DATA_ERROR", reason: `${explained} (${label})` }
}

function labelOf(error: unknown): string {
  let label = "unknown"
  let current = error
  // Five levels cover the nesting of the HTTP client. An error can be its own cause, so the depth must be limited.
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    const { code, name } = current as Error & { code?: unknown }
    if (typeof code === "string" && isLabel(code)) return code
    if (isLabel(name)) label = name
    current = current.cause
  }
  return label
}

/** Anybody can set the code or name of an error, so it is shown only if it looks like an identifier. */
function isLabel(text: string): boolean {
  return /^[A-Za-z]\w{2,50}$/.test(text)
}
