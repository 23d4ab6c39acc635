/** What the keeper does for routes. */
export type MarketStage = "release" | "sweep" | "refundDeposit" | "claimRefund" | "payRefund"

type StageInfo = { readonly says: string }

export const marketStages: Readonly<Record<MarketStage, StageInfo>> = {
  release: { says: "delivers what a slow bridge has held for long enough" },
  sweep: { says: "starts routes with what was deposited for them" },
  refundDeposit: { says: "sends back deposits that no route can use" },
  claimRefund: { says: "pays for messages that bring value back" },
  payRefund: { says: "pays refunds that a pool was too small for" },
}
