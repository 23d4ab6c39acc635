import { messagingFigures } from "./messaging.js"
import { gatewayFigures } from "./gateway.js"
await messagingFigures()
await gatewayFigures()
