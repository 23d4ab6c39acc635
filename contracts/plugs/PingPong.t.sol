// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {CrossChainTest} from "../testing/CrossChainTest.sol";
import {Stage} from "../testing/messaging/TestMessage.sol";
import {vm} from "../testing/Vm.sol";
import {PingPong} from "./PingPong.sol";

contract PingPongTest is CrossChainTest {
    PingPong private here;
    PingPong private there;
    uint32 private alpha;
    uint32 private beta;

    function setUp() public {
        here = new PingPong(addChain("alpha").socket, address(this));
        there = new PingPong(addChain("beta").socket, address(this));
        (alpha, beta) = (slugOf(address(here)), slugOf(address(there)));
        connect(address(here), address(there));
    }

    function test_ping_isAnsweredFromTheSiblingsBalance() public {
        _assertAnswered(1);
    }

    function test_ping_isAnsweredWithExactlyTheFee() public {
        _assertAnswered(0);
    }

    /// @dev The sibling owns the fee of the reply and so much more.
    function _assertAnswered(uint256 left) private {
        uint256 funds = there.minFees(alpha, there.PONG_GAS(), 32) + left;
        vm.deal(address(this), funds);
        (bool funded, ) = address(there).call{value: funds}("");
        vm.assertTrue(funded);

        bytes32 ping = send(address(here), abi.encodeCall(here.ping, (beta)));
        vm.assertEq(messageOf(ping).minMsgGasLimit, 500_000, "gas of a ping");
        vm.assertTrue(deliver(ping));
        vm.assertEq(there.pings(), 1, "pings");
        vm.assertEq(address(there).balance, left, "left");

        vm.assertEq(messageOf(lastMessage()).minMsgGasLimit, 100_000, "gas of a pong");
        vm.assertEq(deliver(), 1, "a pong, which is not answered");
        vm.assertEq(here.pongs(), 1, "pongs");
    }

    function testFuzz_ping_arrivesEvenWhenTheReplyCannotBePaid(uint256 shortage) public {
        uint256 fee = there.minFees(alpha, there.PONG_GAS(), 32);
        uint256 available = fee - (1 + (shortage % fee));
        vm.deal(address(there), available);

        send(address(here), abi.encodeCall(here.ping, (beta)));
        deliverUntil(Stage.ATTESTED);
        vm.expectEmit(address(there));
        emit PingPong.AnswerRefused(alpha, fee, available);
        vm.assertEq(deliver(), 1, "delivered");
        vm.assertEq(there.pings(), 1, "pings");
        vm.assertEq(address(there).balance, available, "left");
    }

    function test_ping_isLoggedWithTheNewCountAsItsAnswerIs() public {
        bytes memory ping = abi.encodeCall(here.ping, (beta));
        send(address(here), ping);
        vm.assertEq(deliver(), 1, "not answered");
        vm.deal(address(there), there.minFees(alpha, there.PONG_GAS(), 32));
        send(address(here), ping);
        deliverUntil(Stage.ATTESTED);
        vm.expectEmit(address(there));
        emit PingPong.Pinged(alpha, 2);
        deliver(lastMessage());
        deliverUntil(Stage.ATTESTED);
        vm.expectEmit(address(here));
        emit PingPong.Ponged(beta, 1);
        vm.assertEq(deliver(), 1, "answered");
    }

    function test_withdraw_revertsWhenNotOwner() public {
        vm.deal(address(here), 5);
        address stranger = address(0x57a);
        vm.prank(stranger);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, stranger));
        here.withdraw(payable(stranger), 5);
        here.withdraw(payable(address(0x5afe)), 5);
        vm.assertEq(address(0x5afe).balance, 5, "withdrawn");
    }
}
