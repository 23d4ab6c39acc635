// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

// So that an existing app gateway needs one remapping and no other change.
// solhint-disable-next-line no-unused-import
import {FAST} from "../../GatewayTypes.sol";

/// @dev The most payloads that a request of the deployed system may have. The devnet does not check it.
uint256 constant REQUEST_PAYLOAD_COUNT_LIMIT = 100;
