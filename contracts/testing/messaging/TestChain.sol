// SPDX-License-Identifier: MIT
// solhint-disable gas-struct-packing
pragma solidity ^0.8.21;

import {ISocket} from "../../interfaces/ISocket.sol";

/// @dev One of the chains of a test.
/// @param slug The chain's id in the protocol, which plugs use.
/// @param chainId What `block.chainid` is while the chain is used.
/// @param switchboard The fast switchboard, which watchers attest for. Plugs usually connect through it.
/// @param optimisticSwitchboard The switchboard that waits for its timeout instead.
struct TestChain {
    string name;
    uint32 slug;
    uint256 chainId;
    ISocket socket;
    address switchboard;
    address optimisticSwitchboard;
    address executionManager;
    address transmitManager;
}

/// @dev Seconds after a proposal at which both switchboards of a test's chain allow a packet that nobody tripped.
uint256 constant SWITCHBOARD_TIMEOUT = 2 hours;

/// @dev Keys of the actors between a test's chains. Never use them elsewhere.
uint256 constant TRANSMITTER_KEY = 0x7a;
uint256 constant WATCHER_KEY = 0x3a;
uint256 constant EXECUTOR_KEY = 0xe8;
