import { z } from "zod"

/** What a devnet says of itself. */
export const devnetSchema: z.ZodType<{ chains: { name: string }[] }> = z.object({
  name: z.literal("hardhat-plugs devnet"),
  chains: z.array(z.object({ name: z.string() })),
})
