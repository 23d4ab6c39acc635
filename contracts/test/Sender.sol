// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Counter} from "../plugs/Counter.sol";

/// @title A contract that sends, and does something of its own with its refund
contract Sender {
    enum Habit {
        TakesRefund,
        RefusesRefund,
        SpendsRefundOnMore
    }

    Counter private immutable _counter;
    uint32 private immutable _dstChainSlug;
    Habit private immutable _habit;

    uint256 public sent;

    error RefundRefused();

    constructor(Counter counter, uint32 dstChainSlug, Habit habit) {
        _counter = counter;
        _dstChainSlug = dstChainSlug;
        _habit = habit;
    }

    receive() external payable {
        _takeRefund();
    }

    function send(uint256 value) public payable {
        sent++;
        _counter.add{value: value}(_dstChainSlug, 1);
    }

    function _takeRefund() private {
        if (_habit == Habit.RefusesRefund) revert RefundRefused();
        if (_habit == Habit.SpendsRefundOnMore && sent < 3) send(msg.value);
    }
}
