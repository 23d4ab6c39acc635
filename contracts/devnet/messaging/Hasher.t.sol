// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../interfaces/ISocket.sol";
import {vm} from "../../../test/fixtures/solidity/Vm.sol";
import {Hasher} from "./Hasher.sol";

contract HasherTest {
    Hasher private hasher = new Hasher();

    /// @dev The order of the fields is written out as the protocol defines it: the execution fee comes after the
    /// parameters.
    function testFuzz_packMessage_hashesAsTheProtocolDefines(
        uint32 src,
        address srcPlug,
        uint32 dst,
        address dstPlug,
        ISocket.MessageDetails calldata message
    ) public view {
        bytes memory head = abi.encode(src, srcPlug, dst, dstPlug, message.msgId, message.minMsgGasLimit);
        bytes memory tail = abi.encode(message.executionParams, message.executionFee, uint256(9 * 32));
        bytes memory padded = abi.encode(message.payload);
        // The payload's own encoding starts with its offset, which the tail has already.
        bytes memory payload = new bytes(padded.length - 32);
        for (uint256 i = 0; i < payload.length; i++) payload[i] = padded[i + 32];
        bytes32 packed = keccak256(bytes.concat(head, tail, payload));
        vm.assertEq(hasher.packMessage(src, srcPlug, dst, dstPlug, message), packed);
    }
}
