/** What a world's messages and requests have cost so far. */
export type WorldCosts = { readonly messages: readonly unknown[] }
