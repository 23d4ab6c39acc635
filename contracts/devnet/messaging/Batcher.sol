// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../interfaces/ISocket.sol";
import {ISwitchboard} from "../../interfaces/ISwitchboard.sol";
import {CallBatch} from "../relay/CallBatch.sol";
import {Ids} from "./Ids.sol";

/// @title Batcher of signed steps
/// @notice Submits what the devnet's actors signed to the socket and the switchboards. Anybody can use it, since it has no
/// rights of its own: the receiving contracts recover and check every signature.
contract Batcher is CallBatch {
    /// @param switchboard Switchboard that the packet was proposed for. It can be anybody's.
    struct AllowanceQuery {
        address switchboard;
        bytes32 packetId;
        uint256 proposalCount;
        bytes32 root;
    }

    /// @dev Gas for a switchboard's `allowPacket`. Few use a tenth of it, and fifty that use it up fit in one call.
    uint256 private constant ALLOWANCE_GAS = 100_000;

    ISocket public immutable socket;

    constructor(ISocket socket_) {
        socket = socket_;
    }

    /// @notice Makes every call in order. The value of failed calls is returned to the caller.
    /// @return gasUsed Gas that each call used, for who simulates the batch.
    /// @return failures Calls that reverted, for who simulates it. Who sends it finds them in its logs.
    function tryAll(
        Call[] calldata calls
    ) external payable returns (uint256[] memory gasUsed, Failure[] memory failures) {
        return _tryAll(calls);
    }

    /// @notice Returns whether the switchboard of each proposal allows its packet, with the root that is expected.
    /// @dev A switchboard that reverts, uses up its gas or answers anything but true does not allow it.
    function areAllowed(AllowanceQuery[] calldata queries) external view returns (bool[] memory allowed) {
        allowed = new bool[](queries.length);
        for (uint256 i = 0; i < queries.length; i++) allowed[i] = _isAllowed(queries[i]);
    }

    function _isAllowed(AllowanceQuery calldata query) private view returns (bool) {
        address switchboard = query.switchboard;
        if (socket.packetIdRoots(query.packetId, query.proposalCount, switchboard) != query.root) return false;
        bytes memory input = abi.encodeCall(
            ISwitchboard.allowPacket,
            (
                query.root,
                query.packetId,
                query.proposalCount,
                Ids.chainSlugOf(query.packetId),
                socket.rootProposedAt(query.packetId, query.proposalCount, switchboard)
            )
        );
        bool success;
        uint256 answer;
        // Solidity would copy all return data, whatever its length, and revert on an answer that is no boolean.
        assembly ("memory-safe") {
            success := staticcall(ALLOWANCE_GAS, switchboard, add(input, 0x20), mload(input), 0, 0x20)
            success := and(success, gt(returndatasize(), 0x1f))
            answer := mload(0)
        }
        return success && answer == 1;
    }
}
