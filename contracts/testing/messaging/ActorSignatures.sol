// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {IDevnetRoles} from "../devnet/IDevnetMessaging.sol";
import {vm} from "../Vm.sol";

/// @title Signatures of the actors, as the devnet's contracts check them
library ActorSignatures {
    bytes32 private constant VERSION = keccak256("IMLI");

    /// @notice Signs a digest with the eth_sign prefix.
    function sign(uint256 key, bytes32 digest) internal pure returns (bytes memory) {
        bytes32 prefixed = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", digest));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, prefixed);
        return abi.encodePacked(r, s, v);
    }

    /// @notice Signs a packet as its transmitter, both to seal and to propose it.
    function signPacket(
        uint256 key,
        uint32 dstChainSlug,
        bytes32 packetId,
        bytes32 root
    ) internal pure returns (bytes memory) {
        return sign(key, keccak256(abi.encode(VERSION, dstChainSlug, packetId, root)));
    }

    /// @notice Returns the nonce that a key's next signed update of a contract needs.
    function nextNonce(uint256 key, address target) internal view returns (uint256) {
        return IDevnetRoles(target).nextNonce(vm.addr(key));
    }
}
