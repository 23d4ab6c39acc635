// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";

import {ICapacitor} from "../interfaces/ICapacitor.sol";
import {IPlug} from "../interfaces/IPlug.sol";
import {ISocket} from "../interfaces/ISocket.sol";

/// @title Plug that logs what only the protocol's contracts should
/// @notice For tests of everything that reads the protocol's logs.
contract Imitator is IPlug {
    ISocket public immutable socket;
    uint256 public received;

    bytes32[] private _topics;
    bytes private _data;
    address private _target;

    constructor(ISocket socket_) {
        socket = socket_;
    }

    /// @notice Connects with any switchboard for each direction.
    function connect(uint32 slug, address sibling, address inboundSwitchboard, address outboundSwitchboard) external {
        socket.connect(slug, sibling, inboundSwitchboard, outboundSwitchboard);
    }

    function send(uint32 slug, uint256 gasLimit, bytes32 params, bytes calldata payload) public payable {
        socket.outbound{value: msg.value}(slug, gasLimit, params, 0, payload);
    }

    /// @notice Sends, and then logs that this contract queued the message in a packet of its own.
    function sendAndImitate(uint32 slug, uint256 gasLimit, bytes calldata payload) external payable {
        send(slug, gasLimit, 0, payload);
        (, , , address capacitor, ) = socket.getPlugConfig(address(this), slug);
        uint64 count = 0;
        while (ICapacitor(capacitor).getRootByCount(count + 1) != bytes32(0)) count++;
        bytes32 root = ICapacitor(capacitor).getRootByCount(count);
        emit ICapacitor.MessageAdded(root, 999, root);
    }

    /// @notice Sets what is logged whenever a message arrives.
    function logOnArrival(bytes32[] calldata topics, bytes calldata data) external {
        _topics = topics;
        _data = data;
    }

    /// @notice Sets what is called whenever a message arrives.
    function callOnArrival(address target, bytes calldata data) external {
        _target = target;
        _data = data;
    }

    /// @inheritdoc IPlug
    function inbound(uint32, bytes calldata) external payable {
        received++;
        if (_topics.length > 0) log(_topics, _data);
        if (_target != address(0)) Address.functionCall(_target, _data);
    }

    /// @notice Logs anything.
    function log(bytes32[] memory topics, bytes memory data) public {
        uint256 count = topics.length;
        assembly ("memory-safe") {
            let first := mload(add(topics, 0x20))
            let second := mload(add(topics, 0x40))
            let third := mload(add(topics, 0x60))
            switch count
            case 1 {
                log1(add(data, 0x20), mload(data), first)
            }
            case 2 {
                log2(add(data, 0x20), mload(data), first, second)
            }
            default {
                log3(add(data, 0x20), mload(data), first, second, third)
            }
        }
    }
}
