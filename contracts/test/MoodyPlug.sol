// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../interfaces/ISocket.sol";
import {Plug} from "../plugs/Plug.sol";

/// @title A plug that rejects messages on demand
/// @notice For tests of everything that delivers messages. Rejected messages revert with an error of this contract.
contract MoodyPlug is Plug {
    uint256 public constant INBOUND_GAS = 100_000;

    bool public refusesAll;
    mapping(bytes payload => bool) public refuses;

    uint256 public received;
    uint256 public receivedValue;
    bytes public lastPayload;

    error InABadMood(bytes payload);

    constructor(ISocket socket_, address owner_) Plug(socket_, owner_) {}

    function refuseAll(bool isRefused) external {
        refusesAll = isRefused;
    }

    /// @notice Rejects one payload, or accepts it again.
    function refuse(bytes calldata payload, bool isRefused) external {
        refuses[payload] = isRefused;
    }

    function send(uint32 dstChainSlug, bytes calldata payload) external payable paysFees returns (bytes32 msgId) {
        return _send(dstChainSlug, INBOUND_GAS, payload);
    }

    /// @notice Sends with every parameter of the protocol. Value above the minimum fee is not refunded.
    function sendRaw(
        uint32 dstChainSlug,
        uint256 minMsgGasLimit,
        bytes32 executionParams,
        bytes32 transmissionParams,
        bytes calldata payload
    ) external payable returns (bytes32 msgId) {
        return
            socket.outbound{value: msg.value}(
                dstChainSlug,
                minMsgGasLimit,
                executionParams,
                transmissionParams,
                payload
            );
    }

    function _inbound(uint32, bytes calldata payload) internal override {
        if (refusesAll || refuses[payload]) revert InABadMood(payload);
        received++;
        receivedValue += msg.value;
        lastPayload = payload;
    }
}
