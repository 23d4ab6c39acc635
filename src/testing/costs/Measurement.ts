/** One thing that was measured once, and the function that caused it. */
export type Measurement = {
  /** What was measured. The same thing is never counted twice. */
  readonly key: string
  readonly contract: string
  readonly functionName: string
} & (
  | { readonly kind: "fee"; readonly wei: bigint }
  | { readonly kind: "outbound"; readonly gasUsed: bigint }
  | { readonly kind: "inbound"; readonly gasUsed: bigint; readonly gasLimit: bigint }
  | { readonly kind: "request"; readonly credits: bigint }
)
