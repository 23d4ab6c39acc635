// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoardApp} from "./BoardApp.sol";

/// @title App gateway that counts at its caller's expense
contract PaidCounterApp is BoardApp {
    constructor(address addressResolver_, uint256 fees_) BoardApp(addressResolver_, fees_) {}

    /// @dev The caller has approved this app gateway.
    function increment(uint32 chainSlug_) external async {
        _setOverrides(msg.sender);
        _boardOn(chainSlug_).write(1);
    }

    /// @dev The account that pays approves in the same transaction, by its signature.
    function incrementFor(uint32 chainSlug_, bytes calldata approval_) external async {
        _approveFeesWithSignature(approval_);
        _boardOn(chainSlug_).write(1);
    }
}
