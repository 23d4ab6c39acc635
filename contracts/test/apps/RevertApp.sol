// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoardApp} from "./BoardApp.sol";

/// @title App gateway whose calls and callbacks revert
contract RevertApp is BoardApp {
    uint40 public lastRequest;
    bytes32 public lastReverted;

    constructor(address addressResolver_, uint256 fees_) BoardApp(addressResolver_, fees_) {}

    function revertOnChain(uint32 chainSlug_) external async {
        _boardOn(chainSlug_).close();
        then(this.onAnswer.selector, "");
        lastRequest = _getCurrentRequestCount();
    }

    function revertInCallback(uint32 chainSlug_) external async {
        _boardOn(chainSlug_).write(1);
        then(this.onWrongArguments.selector, "");
        lastRequest = _getCurrentRequestCount();
    }

    function cancel(uint40 requestCount_) external {
        _revertTx(requestCount_);
    }

    function handleRevert(bytes32 payloadId_) external override onlyPromises {
        lastReverted = payloadId_;
    }

    // solhint-disable no-empty-blocks
    function onAnswer(bytes calldata, bytes calldata) external onlyPromises {}

    /// @dev No callback has these arguments, so decoding them reverts.
    function onWrongArguments(bytes[4] calldata, address, address) external onlyPromises {}
}
