// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title A contract that is paid in native tokens, and does something of its own with the call
contract MoodyReceiver {
    enum Mood {
        Takes,
        Refuses,
        BurnsGas,
        Calls
    }

    Mood public mood;
    /// @notice Whether the call that it made when it was paid succeeded.
    bool public called;
    bytes public answer;

    address private _target;
    bytes private _input;

    error PaymentRefused();

    receive() external payable {
        _react();
    }

    function feel(Mood mood_) external {
        mood = mood_;
    }

    /// @notice Makes a call of its own whenever it is paid.
    function callWhenPaid(address target, bytes calldata input) external {
        mood = Mood.Calls;
        _target = target;
        _input = input;
    }

    /// @notice Calls in its own name, at once.
    function run(address target, bytes calldata input) external payable {
        (bool success, bytes memory data) = target.call{value: msg.value}(input);
        if (!success) {
            assembly ("memory-safe") {
                revert(add(data, 0x20), mload(data))
            }
        }
    }

    function _react() private {
        if (mood == Mood.Refuses) revert PaymentRefused();
        if (mood == Mood.BurnsGas) {
            while (true) {}
        }
        if (mood == Mood.Calls) (called, answer) = _target.call(_input);
    }
}
