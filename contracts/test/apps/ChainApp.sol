// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoardApp} from "./BoardApp.sol";

/// @title App gateway whose callbacks write on, each in a request of its own
contract ChainApp is BoardApp {
    /// @notice Amounts whose callbacks ran, in their order.
    uint256[] public finished;

    constructor(address addressResolver_, uint256 fees_) BoardApp(addressResolver_, fees_) {}

    /// @notice Writes the amount, and when that is done the amount below it, down to 1.
    function countDown(uint32 chainSlug_, uint256 amount_) external {
        _write(chainSlug_, amount_);
    }

    function onWritten(bytes calldata data_, bytes calldata) external onlyPromises {
        (uint32 chainSlug, uint256 amount) = abi.decode(data_, (uint32, uint256));
        finished.push(amount);
        if (amount > 1) _write(chainSlug, amount - 1);
    }

    function finishedCount() external view returns (uint256) {
        return finished.length;
    }

    function _write(uint32 chainSlug_, uint256 amount_) private async {
        _boardOn(chainSlug_).write(amount_);
        then(this.onWritten.selector, abi.encode(chainSlug_, amount_));
    }
}
