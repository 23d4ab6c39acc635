// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {CrossChainTest} from "./CrossChainTest.sol";

/// @title An attacker who executes one message while another is being delivered
/// @notice Name it as the receiver of what a plug pays or calls: when the plug does, it executes the message that it was
/// armed with. A plug that reads its state before that call and writes it after, is tricked.
/// @dev `deliverUntil(Stage.ATTESTED); receiver.arm(second); deliver(first);`
contract ReenteringReceiver {
    CrossChainTest private immutable _test;
    address private _socket;
    uint256 private _value;
    bytes private _callData;

    /// @notice How often it was called.
    uint256 public calls;
    /// @notice Whether the message that it was armed with was executed.
    bool public hasReentered;

    constructor(CrossChainTest test_) {
        _test = test_;
    }

    receive() external payable {
        _reenter();
    }

    fallback() external payable {
        _reenter();
    }

    /// @notice Sets the message to execute at the next call. It must be at ATTESTED then.
    function arm(bytes32 msgId) external {
        (_socket, _value, _callData) = _test.executionOf(msgId);
    }

    function _reenter() private {
        calls++;
        address socket = _socket;
        if (socket == address(0)) return;
        _socket = address(0);
        (hasReentered, ) = socket.call{value: _value}(_callData);
    }
}
