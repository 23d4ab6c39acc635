// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICapacitor} from "../../../interfaces/ICapacitor.sol";
import {ISocket} from "../../../interfaces/ISocket.sol";
import {MoodyPlug} from "../../../fixtures/MoodyPlug.sol";
import {TwoChains} from "../../../../test/fixtures/solidity/TwoChains.sol";
import {vm} from "../../../../test/fixtures/solidity/Vm.sol";
import {SingleCapacitor} from "../packets/SingleCapacitor.sol";

contract SocketSrcTest is TwoChains {
    address private constant SIBLING = address(0xbe7a);

    MoodyPlug private plug;
    ICapacitor private capacitor;

    function setUp() public {
        plug = new MoodyPlug(alpha.socket, address(this));
        plug.connect(BETA, SIBLING, address(alpha.switchboard));
        capacitor = ICapacitor(alpha.socket.capacitors__(address(alpha.switchboard), BETA));
        vm.deal(address(this), 1e6 ether);
        vm.getRecordedLogs();
    }

    /// @dev The hash and both ids are written out as the protocol defines them, independently of the contracts.
    function testFuzz_outbound_queuesWhatTheProtocolHashes(uint32 gasLimit, uint64 above, bytes calldata data) public {
        bytes calldata payload = data.length > 3000 ? data[:3000] : data;
        uint256 fee = alpha.socket.getMinFees(gasLimit, payload.length, 0, 0, BETA, address(plug));
        plug.sendRaw{value: fee + above}(BETA, gasLimit, 0, 0, payload);

        Parcel memory parcel = _collectOne();
        bytes32 msgId = bytes32((uint256(ALPHA) << 224) | (uint256(uint160(SIBLING)) << 64));
        bytes32 packed = keccak256(
            abi.encode(
                ALPHA,
                address(plug),
                BETA,
                SIBLING,
                msgId,
                uint256(gasLimit),
                bytes32(0),
                uint256(parcel.fees.executionFee),
                payload
            )
        );
        (bytes32 root, uint64 packetCount) = capacitor.getNextPacketToBeSealed();
        vm.assertEq(parcel.message.msgId, msgId);
        vm.assertEq(parcel.packetId, bytes32((uint256(ALPHA) << 224) | (uint256(uint160(address(capacitor))) << 64)));
        vm.assertEq(parcel.root, packed);
        vm.assertEq(root, packed);
        vm.assertEq(packetCount, 0, "packet count");
        vm.assertEq(alpha.socket.globalMessageCount(), 1, "message count");
        vm.assertEq(parcel.message.payload, payload);
    }

    function testFuzz_outbound_revertsWhenOneWeiShort(uint32 gasLimit, uint128 value, bytes32 transmission) public {
        bytes32 execution = bytes32((uint256(1) << 248) | (value % 1 ether));
        uint256 fee = alpha.socket.getMinFees(gasLimit, 5, execution, transmission, BETA, address(plug));
        vm.expectRevert(ISocket.InsufficientFees.selector);
        plug.sendRaw{value: fee - 1}(BETA, gasLimit, execution, transmission, "hello");
        plug.sendRaw{value: fee}(BETA, gasLimit, execution, transmission, "hello");
    }

    function test_outbound_revertsWhenNotConnected() public {
        vm.expectRevert(ISocket.PlugDisconnected.selector);
        alpha.socket.outbound{value: 1 ether}(BETA, 0, 0, 0, "");
    }

    function test_outbound_revertsWhenSiblingWasRemoved() public {
        plug.connect(BETA, address(0), address(alpha.switchboard));
        vm.expectRevert(ISocket.PlugDisconnected.selector);
        plug.sendRaw{value: 1 ether}(BETA, 0, 0, 0, "");
    }

    function test_getMinFees_revertsWithoutDataWhenNotConnected() public view {
        bytes memory input = abi.encodeCall(ISocket.getMinFees, (0, 0, 0, 0, BETA, address(this)));
        (bool success, bytes memory data) = address(alpha.socket).staticcall(input);
        vm.assertFalse(success);
        vm.assertEq(data.length, 0, "return data");
    }

    function test_outbound_countsMessagesAndPacketsInOrder() public {
        for (uint256 i = 0; i < 3; i++) plug.send{value: 1 ether}(BETA, abi.encode(i));
        Parcel[] memory parcels = _collect();
        for (uint256 i = 0; i < 3; i++) {
            vm.assertEq(uint64(uint256(parcels[i].message.msgId)), i, "message");
            vm.assertEq(uint64(uint256(parcels[i].packetId)), i, "packet");
        }
    }

    function test_seal_logsTheSignerWhoeverSubmits() public {
        plug.send{value: 1 ether}(BETA, "hello");
        Parcel memory parcel = _collectOne();
        bytes32 digest = _transmitterDigest(parcel);
        bytes memory signature = _sign(TRANSMITTER_KEY, digest);

        vm.expectEmit(address(alpha.socket));
        emit ISocket.Sealed(vm.addr(TRANSMITTER_KEY), parcel.packetId, 1, parcel.root, signature);
        vm.prank(vm.addr(STRANGER_KEY));
        alpha.socket.seal(1, address(capacitor), signature);

        (bytes32 root, uint64 packetCount) = capacitor.getNextPacketToBeSealed();
        vm.assertEq(root, bytes32(0));
        vm.assertEq(packetCount, 1, "next packet");
    }

    function test_seal_revertsWhenNothingWaits() public {
        vm.expectRevert(ISocket.NoPendingPacket.selector);
        alpha.socket.seal(1, address(capacitor), "");
    }

    function test_seal_revertsWhenSignedByStranger() public {
        plug.send{value: 1 ether}(BETA, "hello");
        Parcel memory parcel = _collectOne();
        bytes32 digest = _transmitterDigest(parcel);
        vm.expectRevert(ISocket.InvalidTransmitter.selector);
        alpha.socket.seal(1, address(capacitor), _sign(STRANGER_KEY, digest));
    }

    function test_seal_revertsWhenSignedForAnotherPacket() public {
        plug.send{value: 1 ether}(BETA, "first");
        Parcel memory first = _collectOne();
        _seal(first);
        plug.send{value: 1 ether}(BETA, "second");
        vm.expectRevert(ISocket.InvalidTransmitter.selector);
        _seal(first);
    }

    function test_seal_revertsWhenCapacitorIsForeign() public {
        SingleCapacitor foreign = new SingleCapacitor(address(this));
        foreign.addPackedMessage("forged");
        vm.expectRevert(ISocket.InvalidCapacitorAddress.selector);
        alpha.socket.seal(1, address(foreign), "");
    }
}
