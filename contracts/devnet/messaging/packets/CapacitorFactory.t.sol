// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICapacitor} from "../../../interfaces/ICapacitor.sol";
import {ISocket} from "../../../interfaces/ISocket.sol";
import {vm} from "../../../../test/fixtures/solidity/Vm.sol";
import {CapacitorFactory} from "./CapacitorFactory.sol";
import {SingleCapacitor} from "./SingleCapacitor.sol";
import {SingleDecapacitor} from "./SingleDecapacitor.sol";

contract CapacitorFactoryTest {
    CapacitorFactory private factory;
    SingleCapacitor private capacitor;
    SingleDecapacitor private decapacitor;

    function setUp() public {
        factory = new CapacitorFactory();
        (address queue, address proofs) = factory.deploy(1, 10, 1);
        capacitor = SingleCapacitor(queue);
        decapacitor = SingleDecapacitor(proofs);
    }

    function test_deploy_refusesOtherTypesAndLongPackets() public {
        vm.expectRevert(ISocket.InvalidCapacitorType.selector);
        factory.deploy(2, 10, 1);
        vm.expectRevert(CapacitorFactory.PacketLengthNotAllowed.selector);
        factory.deploy(1, 10, 11);
        factory.deploy(1, 10, 10);
    }

    function testFuzz_capacitor_keepsEveryRootAndSealsInOrder(bytes32[] calldata messages) public {
        vm.assertEq(capacitor.getMaxPacketLength(), 1, "packet length");
        vm.assertEq(capacitor.getLastFilledPacket(), 0, "last packet of none");
        for (uint256 i = 0; i < messages.length; i++) {
            vm.assertEq(capacitor.getRootByCount(uint64(i)), bytes32(0));
            vm.expectEmit(address(capacitor));
            emit ICapacitor.MessageAdded(messages[i], uint64(i), messages[i]);
            capacitor.addPackedMessage(messages[i]);
            vm.assertEq(capacitor.getRootByCount(uint64(i)), messages[i]);
            vm.assertEq(capacitor.getLastFilledPacket(), i, "last packet");
        }
        for (uint256 i = 0; i < messages.length && messages[i] != 0; i++) {
            (bytes32 root, uint64 packetCount) = capacitor.sealPacket(1);
            vm.assertEq(root, messages[i]);
            vm.assertEq(packetCount, i, "sealed packet");
            vm.assertEq(capacitor.getRootByCount(uint64(i)), messages[i]);
        }
    }

    function test_capacitor_hasNothingToSealAtFirst() public {
        (bytes32 root, uint64 packetCount) = capacitor.getNextPacketToBeSealed();
        vm.assertEq(root, bytes32(0));
        vm.assertEq(packetCount, 0, "packet count");
        vm.expectRevert(ISocket.NoPendingPacket.selector);
        capacitor.sealPacket(1);
    }

    function test_capacitor_belongsToWhoDeployedIt() public {
        vm.assertEq(capacitor.socket(), address(this));
        vm.prank(address(1));
        vm.expectRevert(SingleCapacitor.OnlySocket.selector);
        capacitor.addPackedMessage("forged");
        vm.prank(address(1));
        vm.expectRevert(SingleCapacitor.OnlySocket.selector);
        capacitor.sealPacket(1);
    }

    function testFuzz_decapacitor_acceptsTheRootOnly(bytes32 root, bytes32 message, bytes calldata proof) public view {
        vm.assertTrue(decapacitor.verifyMessageInclusion(root, root, proof));
        vm.assertTrue(decapacitor.verifyMessageInclusion(root, message, proof) == (root == message));
    }
}
