// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {TwoChains} from "../../test/fixtures/contracts/TwoChains.sol";
import {vm} from "../../test/fixtures/contracts/Vm.sol";
import {PingPong} from "./PingPong.sol";

contract PingPongTest is TwoChains {
    PingPong private here;
    PingPong private there;

    function setUp() public {
        here = new PingPong(alpha.socket, address(this));
        there = new PingPong(beta.socket, address(this));
        here.connect(BETA, address(there), address(alpha.switchboard));
        there.connect(ALPHA, address(here), address(beta.switchboard));
        vm.deal(address(this), 10 ether);
        vm.getRecordedLogs();
    }

    function test_ping_isAnsweredFromTheSiblingsBalance() public {
        uint256 fee = there.minFees(ALPHA, there.PONG_GAS(), 32);
        (bool funded, ) = address(there).call{value: fee + 1}("");
        vm.assertTrue(funded);

        here.ping{value: 1 ether}(BETA);
        _deliver(_collectOne());
        vm.assertEq(there.pings(), 1, "pings");
        vm.assertEq(address(there).balance, 1, "left");

        _deliver(_collectOne());
        vm.assertEq(here.pongs(), 1, "pongs");
        vm.assertEq(_collect().length, 0, "a pong is not answered");
    }

    function testFuzz_ping_arrivesEvenWhenTheReplyCannotBePaid(uint256 shortage) public {
        uint256 fee = there.minFees(ALPHA, there.PONG_GAS(), 32);
        uint256 available = fee - (1 + (shortage % fee));
        vm.deal(address(there), available);

        here.ping{value: 1 ether}(BETA);
        Parcel memory ping = _collectOne();
        _sealProposeAttest(ping);
        vm.expectEmit(address(there));
        emit PingPong.AnswerRefused(ALPHA, fee, available);
        _execute(ping);
        vm.assertEq(there.pings(), 1, "pings");
        vm.assertEq(address(there).balance, available, "left");
        vm.assertEq(_collect().length, 0, "answers");
    }

    function test_withdraw_revertsWhenNotOwner() public {
        vm.deal(address(here), 5);
        address stranger = vm.addr(STRANGER_KEY);
        vm.prank(stranger);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, stranger));
        here.withdraw(payable(stranger), 5);
        here.withdraw(payable(address(0x5afe)), 5);
        vm.assertEq(address(0x5afe).balance, 5, "withdrawn");
    }
}
