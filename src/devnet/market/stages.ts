/** What the keeper does for routes. */
export const marketStages = {
  release: { says: "delivers what a slow bridge has held for long enough" },
  sweep: { says: "starts routes with what was deposited for them" },
  refundDeposit: { says: "sends back deposits that no route can use" },
  claimRefund: { says: "pays for the messages that bring value back" },
  payRefund: { says: "pays refunds that a pool had too little for" },
} as const

export type MarketStage = keyof typeof marketStages
