// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {ISocket} from "../interfaces/ISocket.sol";
import {OddPlug} from "../../test/fixtures/solidity/OddPlug.sol";
import {Sender} from "../../test/fixtures/solidity/Sender.sol";
import {TwoChains} from "../../test/fixtures/solidity/TwoChains.sol";
import {vm} from "../../test/fixtures/solidity/Vm.sol";
import {Counter} from "./Counter.sol";
import {Plug} from "./Plug.sol";

contract PlugTest is TwoChains {
    OddPlug private plug;
    OddPlug private sibling;
    Counter private counter;

    function setUp() public {
        plug = new OddPlug(alpha.socket, address(this));
        sibling = new OddPlug(beta.socket, address(this));
        counter = new Counter(alpha.socket, address(this));
        plug.connect(BETA, address(sibling), address(alpha.switchboard));
        sibling.connect(ALPHA, address(plug), address(beta.switchboard));
        counter.connect(BETA, address(0xbeef), address(alpha.switchboard));
        vm.deal(address(this), 100 ether);
        vm.getRecordedLogs();
    }

    function testFuzz_send_revertsWhenOneWeiShort(uint32 gasLimit, uint256 size) public {
        bytes memory payload = new bytes(size % 3001);
        uint256 fee = plug.minFees(BETA, gasLimit, payload.length);
        vm.expectRevert(abi.encodeWithSelector(Plug.InsufficientFees.selector, fee, fee - 1));
        plug.send{value: fee - 1}(BETA, gasLimit, payload);
    }

    function testFuzz_send_paysTheMinimumAndRefundsTheRest(uint32 gasLimit, uint256 size, uint64 rest) public {
        bytes memory payload = new bytes(size % 3001);
        uint256 fee = plug.minFees(BETA, gasLimit, payload.length);
        uint256 before = address(this).balance;

        plug.send{value: fee + rest}(BETA, gasLimit, payload);

        vm.assertEq(before - address(this).balance, fee, "spent");
        vm.assertEq(address(alpha.executionManager).balance, fee, "received as fees");
        vm.assertEq(address(plug).balance, 0, "left in the plug");
        Parcel memory parcel = _collectOne();
        vm.assertEq(parcel.message.payload, payload);
        vm.assertEq(parcel.message.minMsgGasLimit, gasLimit);
    }

    function testFuzz_addMany_reportsTheFeesOfAllMessages(uint8 count, uint256 shortage) public {
        uint256[] memory amounts = new uint256[](1 + (count % 8));
        uint256 total = counter.minFees(BETA, counter.INBOUND_GAS(), 32) * amounts.length;
        uint256 provided = total - (1 + (shortage % total));
        vm.expectRevert(abi.encodeWithSelector(Plug.InsufficientFees.selector, total, provided));
        counter.addMany{value: provided}(BETA, amounts);
    }

    function testFuzz_addMany_paysEveryMessageFromOneValue(uint8 count, uint64 rest, uint64 savings) public {
        uint256[] memory amounts = new uint256[](count % 8);
        uint256 fee = counter.minFees(BETA, counter.INBOUND_GAS(), 32);
        vm.deal(address(counter), savings);
        uint256 before = address(this).balance;

        counter.addMany{value: fee * amounts.length + rest}(BETA, amounts);

        vm.assertEq(before - address(this).balance, fee * amounts.length, "spent");
        vm.assertEq(address(counter).balance, savings, "the plug's own");
        Parcel[] memory parcels = _collect();
        vm.assertEq(parcels.length, amounts.length, "messages");
        for (uint256 i = 1; i < parcels.length; i++) {
            vm.assertTrue(parcels[i].message.msgId != parcels[i - 1].message.msgId);
        }
    }

    function test_send_revertsWhenNotConnected() public {
        vm.expectRevert(abi.encodeWithSelector(Plug.NotConnected.selector, uint32(10)));
        plug.send{value: 1 ether}(10, 0, "");
    }

    function test_send_revertsWhenDisconnectedAgain() public {
        plug.connect(BETA, address(0), address(alpha.switchboard));
        vm.expectRevert(abi.encodeWithSelector(Plug.NotConnected.selector, BETA));
        plug.send{value: 1 ether}(BETA, 0, "");
    }

    function test_send_revertsWithoutPaysFees() public {
        vm.expectRevert(Plug.MissingPaysFees.selector);
        plug.sendWithoutPaysFees{value: 1 ether}(BETA);
    }

    function test_send_revertsWhenRefundIsRefused() public {
        Sender sender = new Sender(counter, BETA, Sender.Habit.RefusesRefund);
        uint256 fee = counter.minFees(BETA, counter.INBOUND_GAS(), 32);
        vm.deal(address(sender), 1 ether);

        sender.send(fee);
        vm.expectRevert(abi.encodeWithSelector(Plug.RefundFailed.selector, address(sender), 1));
        sender.send(fee + 1);
    }

    function test_send_refundCanPayTheNextSend() public {
        Sender sender = new Sender(counter, BETA, Sender.Habit.SpendsRefundOnMore);
        uint256 fee = counter.minFees(BETA, counter.INBOUND_GAS(), 32);
        vm.deal(address(sender), fee * 3 + 5);
        vm.deal(address(counter), 1 ether);

        sender.send(fee * 3 + 5);

        vm.assertEq(_collect().length, 3, "messages");
        vm.assertEq(address(sender).balance, 5, "refunded");
        vm.assertEq(address(counter).balance, 1 ether, "the plug's own");
    }

    function test_send_cantBeEnteredWhileItRuns() public {
        plug.callOnNextMessage(address(plug), abi.encodeCall(plug.send, (BETA, 0, "")));
        vm.expectRevert(Plug.PaysFeesReentered.selector);
        plug.send{value: 1 ether}(BETA, 0, "");
    }

    function test_send_attachedValueCantBeSpentByOthersWhileItRuns() public {
        plug.callOnNextMessage(address(plug), abi.encodeCall(plug.sendFromBalance, (BETA)));
        vm.expectRevert(Plug.PaysFeesReentered.selector);
        plug.send{value: 1 ether}(BETA, 0, "");
    }

    function testFuzz_reserve_isNeitherFeeNorRefund(uint64 kept, uint64 rest) public {
        uint256 required = plug.minFees(BETA, 0, 0) + kept;
        vm.expectRevert(abi.encodeWithSelector(Plug.InsufficientFees.selector, required, required - 1));
        plug.sendAndKeep{value: required - 1}(BETA, kept);

        uint256 before = address(this).balance;
        plug.sendAndKeep{value: required + rest}(BETA, kept);
        vm.assertEq(before - address(this).balance, required, "spent");
        vm.assertEq(address(plug).balance, kept, "kept");
    }

    function test_sendFromBalance_revertsWhenOneWeiShort() public {
        uint256 fee = plug.minFees(BETA, 0, 0);
        vm.deal(address(plug), fee - 1);
        vm.expectRevert(abi.encodeWithSelector(Plug.InsufficientFees.selector, fee, fee - 1));
        plug.sendFromBalance(BETA);
    }

    function test_sendFromBalance_paysExactlyTheMinimum() public {
        uint256 fee = plug.minFees(BETA, 0, 0);
        vm.deal(address(plug), fee + 1);
        plug.sendFromBalance(BETA);
        vm.assertEq(address(plug).balance, 1, "left");
        _collectOne();
    }

    function test_sendFromBalance_revertsInsidePaysFees() public {
        vm.expectRevert(Plug.PaysFeesReentered.selector);
        plug.sendFromBalanceWhilePaying{value: 1 ether}(BETA);
    }

    function test_minFees_isWhatTheSocketAsks() public view {
        uint256 fee = alpha.socket.getMinFees(100_000, 96, 0, 0, BETA, address(plug));
        vm.assertEq(plug.minFees(BETA, 100_000, 96), fee);
    }

    function testFuzz_S17_inbound_revertsWhenNotSocket(address caller, uint32 slug, bytes calldata payload) public {
        vm.assume(caller != address(alpha.socket));
        vm.prank(caller);
        vm.expectRevert(Plug.OnlySocket.selector);
        plug.inbound(slug, payload);
    }

    function testFuzz_S17_inbound_revertsWhenNotASibling(uint32 slug) public {
        vm.assume(slug != BETA);
        vm.prank(address(alpha.socket));
        vm.expectRevert(abi.encodeWithSelector(Plug.NotASibling.selector, slug));
        plug.inbound(slug, "");
    }

    function test_connect_revertsWhenNotOwner() public {
        address stranger = vm.addr(STRANGER_KEY);
        vm.prank(stranger);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, stranger));
        plug.connect(BETA, stranger, address(alpha.switchboard));
    }

    function test_S17_ownership_changesOnlyWhenTheNewOwnerAccepts() public {
        address heir = vm.addr(STRANGER_KEY);
        plug.transferOwnership(heir);
        vm.assertEq(plug.owner(), address(this), "owner");
        vm.assertEq(plug.pendingOwner(), heir, "pending owner");
        bytes memory refusal = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, heir);
        vm.prank(heir);
        vm.expectRevert(refusal);
        plug.connect(BETA, heir, address(alpha.switchboard));
        plug.connect(BETA, address(sibling), address(alpha.switchboard));

        vm.prank(heir);
        plug.acceptOwnership();
        vm.assertEq(plug.owner(), heir, "new owner");
        vm.assertEq(plug.pendingOwner(), address(0), "nobody is pending");
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(this)));
        plug.connect(BETA, address(sibling), address(alpha.switchboard));
        vm.prank(heir);
        plug.connect(BETA, address(sibling), address(alpha.switchboard));
    }

    function testFuzz_ownership_isAcceptedByTheNamedAccountOnly(address heir, address other) public {
        vm.assume(heir != other);
        plug.transferOwnership(heir);
        vm.prank(other);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, other));
        plug.acceptOwnership();
        vm.assertEq(plug.owner(), address(this), "owner");
    }

    function test_ownership_aTransferToAWrongAddressCanBeTakenBack() public {
        plug.transferOwnership(address(0xdead));
        plug.transferOwnership(address(0));
        vm.prank(address(0xdead));
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(0xdead)));
        plug.acceptOwnership();
        vm.assertEq(plug.owner(), address(this), "owner");
    }

    function test_connect_revertsWhenSwitchboardKnowsNoPath() public {
        vm.expectRevert(ISocket.InvalidConnection.selector);
        plug.connect(10, address(sibling), address(alpha.switchboard));
    }

    function test_connect_agreesWithTheSocket() public view {
        (address named, address inbound, address outbound, , ) = alpha.socket.getPlugConfig(address(plug), BETA);
        vm.assertEq(named, plug.siblings(BETA));
        vm.assertEq(inbound, address(alpha.switchboard));
        vm.assertEq(outbound, address(alpha.switchboard));
    }

    function test_send_arrivesAtTheSibling() public {
        plug.send{value: 1 ether}(BETA, 200_000, "hello");
        _deliver(_collectOne());
        vm.assertEq(sibling.received(), 1);
    }
}
