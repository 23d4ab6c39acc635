// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";
import {MoodyPlug} from "../../../fixtures/MoodyPlug.sol";
import {TwoChains} from "../../../../test/fixtures/solidity/TwoChains.sol";
import {vm} from "../../../../test/fixtures/solidity/Vm.sol";

contract SocketProposalsTest is TwoChains {
    MoodyPlug private source;

    function setUp() public {
        source = new MoodyPlug(alpha.socket, address(this));
        MoodyPlug destination = new MoodyPlug(beta.socket, address(this));
        source.connect(BETA, address(destination), address(alpha.switchboard));
        destination.connect(ALPHA, address(source), address(beta.switchboard));
        vm.deal(address(this), 1 ether);
        vm.getRecordedLogs();
    }

    function test_proposeForSwitchboard_logsTheSignerWhoeverSubmits() public {
        Parcel memory parcel = _sent();
        address switchboard = address(beta.switchboard);
        for (uint256 count = 0; count < 2; count++) {
            vm.assertFalse(beta.socket.isPacketProposed(parcel.packetId, count, switchboard));
            vm.expectEmit(address(beta.socket));
            emit ISocket.PacketProposed(vm.addr(TRANSMITTER_KEY), parcel.packetId, count, parcel.root, switchboard);
            _propose(parcel);
            vm.assertTrue(beta.socket.isPacketProposed(parcel.packetId, count, switchboard));
            vm.assertEq(beta.socket.packetIdRoots(parcel.packetId, count, switchboard), parcel.root);
            vm.assertEq(beta.socket.rootProposedAt(parcel.packetId, count, switchboard), block.timestamp);
        }
        vm.assertEq(beta.socket.proposalCount(parcel.packetId), 2, "proposals");
    }

    function test_proposeForSwitchboard_revertsWhenSignedByStrangerOrForAnotherChain() public {
        Parcel memory parcel = _sent();
        address switchboard = address(beta.switchboard);
        bytes memory signature = _sign(STRANGER_KEY, _transmitterDigest(parcel));
        vm.expectRevert(ISocket.InvalidTransmitter.selector);
        beta.socket.proposeForSwitchboard(parcel.packetId, parcel.root, switchboard, signature);

        parcel.dstChainSlug = ALPHA;
        signature = _sign(TRANSMITTER_KEY, _transmitterDigest(parcel));
        vm.expectRevert(ISocket.InvalidTransmitter.selector);
        beta.socket.proposeForSwitchboard(parcel.packetId, parcel.root, switchboard, signature);
    }

    function test_proposeForSwitchboard_revertsWithoutPacketId() public {
        vm.expectRevert(ISocket.InvalidPacketId.selector);
        beta.socket.proposeForSwitchboard(0, "root", address(beta.switchboard), "");
    }

    /// @dev Such a proposal counts, but nothing can be executed with it.
    function test_proposeForSwitchboard_acceptsTheRootZero() public {
        Parcel memory parcel = _sent();
        parcel.root = 0;
        vm.expectEmit(address(beta.socket));
        emit ISocket.PacketProposed(
            vm.addr(TRANSMITTER_KEY),
            parcel.packetId,
            0,
            bytes32(0),
            address(beta.switchboard)
        );
        _propose(parcel);
        vm.assertEq(beta.socket.proposalCount(parcel.packetId), 1, "proposals");
        vm.assertFalse(beta.socket.isPacketProposed(parcel.packetId, 0, address(beta.switchboard)));
        vm.expectRevert(ISocket.PacketNotProposed.selector);
        _execute(parcel);
    }

    function _sent() private returns (Parcel memory) {
        source.send{value: 1 ether}(BETA, "hello");
        return _collectOne();
    }
}
