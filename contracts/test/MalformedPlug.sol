// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../interfaces/ISocket.sol";
import {Plug} from "../plugs/Plug.sol";

/// @title A plug that reverts with any bytes
/// @notice For tests of everything that decodes reverts, which a contract can make malformed.
contract MalformedPlug is Plug {
    uint256 public constant INBOUND_GAS = 100_000;

    constructor(ISocket socket_, address owner_) Plug(socket_, owner_) {}

    function send(uint32 dstChainSlug, bytes calldata revertData) external payable paysFees returns (bytes32 msgId) {
        return _send(dstChainSlug, INBOUND_GAS, revertData);
    }

    /// @dev Changes nothing, and says that it could: a test sends it.
    function fail(bytes memory revertData) external payable {
        _revertWith(revertData);
    }

    function read(bytes memory revertData) external pure returns (uint256) {
        _revertWith(revertData);
    }

    function _inbound(uint32, bytes calldata payload) internal pure override {
        _revertWith(payload);
    }

    function _revertWith(bytes memory revertData) private pure {
        assembly ("memory-safe") {
            revert(add(revertData, 32), mload(revertData))
        }
    }
}
