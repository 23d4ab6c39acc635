// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";
import {MoodyPlug} from "../../../fixtures/MoodyPlug.sol";
import {OwnSwitchboard} from "../../../../test/fixtures/solidity/OwnSwitchboard.sol";
import {TwoChains} from "../../../../test/fixtures/solidity/TwoChains.sol";
import {deploy, vm} from "../../../../test/fixtures/solidity/Vm.sol";
import {GOVERNANCE_ROLE} from "../access/Roles.sol";
import {CapacitorFactory} from "../packets/CapacitorFactory.sol";
import {SingleCapacitor} from "../packets/SingleCapacitor.sol";
import {Socket} from "./Socket.sol";

contract SocketConfigTest is TwoChains {
    uint32 private constant GAMMA = 41_003;
    address private constant SIBLING = address(0xbe7a);

    Socket private socket;

    function setUp() public {
        socket = alpha.socket;
    }

    function test_registerSwitchboardForSibling_opensAPathWithQueuesOfItsOwn() public {
        (address capacitor, address decapacitor) = socket.registerSwitchboardForSibling(GAMMA, 1, 1, SIBLING);
        vm.assertEq(socket.capacitors__(address(this), GAMMA), capacitor);
        vm.assertEq(socket.decapacitors__(address(this), GAMMA), decapacitor);
        vm.assertEq(socket.capacitorToSlug(capacitor), GAMMA);
        vm.assertEq(SingleCapacitor(capacitor).socket(), address(socket));
        vm.assertTrue(capacitor != socket.capacitors__(address(alpha.switchboard), BETA));
        vm.assertEq(socket.capacitorToSlug(address(this)), 0);
    }

    function test_registerSwitchboardForSibling_logsThePathAndItsSibling() public {
        address decapacitor = socket.decapacitors__(address(alpha.switchboard), BETA);
        address factory = socket.capacitorFactory__();
        address capacitor = vm.computeCreateAddress(factory, vm.getNonce(factory));
        vm.expectEmit(address(socket));
        emit ISocket.SwitchboardAdded(address(this), GAMMA, capacitor, decapacitor, 7, 1);
        vm.expectEmit(address(socket));
        emit ISocket.SiblingSwitchboardUpdated(address(this), GAMMA, SIBLING);
        socket.registerSwitchboardForSibling(GAMMA, 7, 1, SIBLING);
    }

    function test_registerSwitchboardForSibling_revertsTheSecondTime() public {
        socket.registerSwitchboardForSibling(GAMMA, 1, 1, SIBLING);
        vm.expectRevert(ISocket.SwitchboardExists.selector);
        socket.registerSwitchboardForSibling(GAMMA, 1, 1, SIBLING);
    }

    function test_registerSwitchboardForSibling_revertsWhenTheFactoryHasNoSuchQueue() public {
        vm.expectRevert(ISocket.InvalidCapacitorType.selector);
        socket.registerSwitchboardForSibling(GAMMA, 1, 2, SIBLING);
        vm.expectRevert(CapacitorFactory.PacketLengthNotAllowed.selector);
        socket.registerSwitchboardForSibling(GAMMA, 11, 1, SIBLING);
    }

    function test_registerSwitchboardForSibling_usesTheFactoryThatIsSet() public {
        address another = deploy("CapacitorFactory", "");
        socket.grantRole(GOVERNANCE_ROLE, address(this));
        socket.setCapacitorFactory(another);
        address expected = vm.computeCreateAddress(another, vm.getNonce(another));
        (address capacitor, ) = socket.registerSwitchboardForSibling(GAMMA, 1, 1, SIBLING);
        vm.assertEq(capacitor, expected);
    }

    function test_registerSwitchboardForSibling_servesASwitchboardOfThePlugsOwn() public {
        MoodyPlug source = new MoodyPlug(alpha.socket, address(this));
        MoodyPlug destination = new MoodyPlug(beta.socket, address(this));
        source.connect(BETA, address(destination), address(alpha.switchboard));
        OwnSwitchboard atAlpha = new OwnSwitchboard(alpha.socket, BETA, address(0));
        OwnSwitchboard atBeta = new OwnSwitchboard(beta.socket, ALPHA, address(atAlpha));
        uint256 before = source.minFees(BETA, 0, 0);
        source.connect(BETA, address(destination), address(atAlpha));
        destination.connect(ALPHA, address(source), address(atBeta));
        uint256 cheaper = SWITCHBOARD_FEES + VERIFICATION_FEES - atAlpha.FEES() - atAlpha.OVERHEAD();
        vm.assertEq(before - source.minFees(BETA, 0, 0), cheaper, "fees");

        vm.deal(address(this), 1 ether);
        vm.getRecordedLogs();
        source.send{value: 1 ether}(BETA, "hello");
        Parcel memory parcel = _collectOne();
        vm.assertEq(parcel.fees.switchboardFees, atAlpha.FEES(), "fees of the switchboard");
        _seal(parcel);
        _proposeTo(address(atBeta), parcel);
        vm.expectRevert(ISocket.VerificationFailed.selector);
        _execute(parcel);
        atBeta.list(parcel.root);
        _execute(parcel);
        vm.assertEq(destination.received(), 1, "received");
        alpha.executionManager.withdrawSwitchboardFees(BETA, address(atAlpha), atAlpha.FEES());
        vm.assertEq(address(atAlpha).balance, atAlpha.FEES(), "earned");
    }

    function testFuzz_useSiblingSwitchboard_logsForTheCaller(address caller, uint32 slug, address sibling) public {
        vm.prank(caller);
        vm.expectEmit(address(socket));
        emit ISocket.SiblingSwitchboardUpdated(caller, slug, sibling);
        socket.useSiblingSwitchboard(slug, sibling);
    }

    function test_connect_takesEachQueueFromItsOwnSwitchboard() public {
        address inbound = address(alpha.optimisticSwitchboard);
        address outbound = address(alpha.switchboard);
        address capacitor = socket.capacitors__(outbound, BETA);
        address decapacitor = socket.decapacitors__(inbound, BETA);
        vm.expectEmit(address(socket));
        emit ISocket.PlugConnected(address(this), BETA, SIBLING, inbound, outbound, capacitor, decapacitor);
        socket.connect(BETA, SIBLING, inbound, outbound);
        (address plug, address stored, , address queue, address proofs) = socket.getPlugConfig(address(this), BETA);
        vm.assertEq(plug, SIBLING);
        vm.assertEq(stored, inbound);
        vm.assertEq(queue, capacitor);
        vm.assertEq(proofs, decapacitor);
    }

    function test_connect_revertsWhenEitherSwitchboardKnowsNoPath() public {
        vm.expectRevert(ISocket.InvalidConnection.selector);
        socket.connect(BETA, SIBLING, address(alpha.switchboard), address(this));
        vm.expectRevert(ISocket.InvalidConnection.selector);
        socket.connect(BETA, SIBLING, address(this), address(alpha.switchboard));
    }
}
