// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {GatewayWorld} from "../../../test/fixtures/contracts/GatewayWorld.sol";
import {vm} from "../../../test/fixtures/contracts/Vm.sol";
import {GatewayAccess} from "../GatewayAccess.sol";
import {IWatcherOperator} from "../../devnet/gateway/interfaces/IWatcherOperator.sol";
import {ReminderAppGateway} from "./ReminderAppGateway.sol";

contract ReminderAppGatewayTest is GatewayWorld {
    ReminderAppGateway private gateway;

    function setUp() public {
        gateway = new ReminderAppGateway(address(resolver), address(this), MAX_FEES);
        _deposit(ALPHA, address(gateway), 1 ether);
        _deposit(ALPHA, address(this), 1 ether);
        _collect();
    }

    function testFuzz_remind_deliversWhenDue(string calldata text, uint256 delay, bool isTimeout) public {
        delay %= 24 hours + 1;
        uint256 dueAt = block.timestamp + delay;
        if (isTimeout) gateway.remindByTimeout(text, delay);
        else gateway.remind(text, delay);
        _collect();

        vm.warp(dueAt);
        if (!isTimeout) _finalize(payloadIds[0]);
        vm.expectEmit(address(gateway));
        emit ReminderAppGateway.Reminded(text, dueAt);
        if (isTimeout) watcher.resolveTimeout(timeoutIds[0]);
        else _resolve(payloadIds[0]);
        vm.assertEq(gateway.reminders(), 1);
    }

    function test_remind_deliversOnce() public {
        gateway.remind("scheduled", 0);
        gateway.remindByTimeout("by timeout", 0);
        _runAll();
        Item storage item = items[payloadIds[0]];
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.AlreadyResolved.selector, payloadIds[0]));
        watcher.resolvePayload(payloadIds[0], item.selector, item.data, "", 0);
        watcher.resolveTimeout(timeoutIds[0]);
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.TimeoutAlreadyResolved.selector, timeoutIds[0]));
        watcher.resolveTimeout(timeoutIds[0]);
        vm.assertEq(gateway.reminders(), 2);
    }

    function test_onTimeout_refusesTimeoutsOfStrangers() public {
        watcher.setTimeout(address(gateway), abi.encodeCall(gateway.onTimeout, ("forged")), 0);
        _collect();
        vm.expectRevert(GatewayAccess.OnlyWatcher.selector);
        watcher.resolveTimeout(timeoutIds[0]);
    }

    function test_remind_revertsWhenNotOwner() public {
        address stranger = vm.addr(STRANGER_KEY);
        bytes memory refusal = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, stranger);
        vm.prank(stranger);
        vm.expectRevert(refusal);
        gateway.remind("", 0);
        vm.prank(stranger);
        vm.expectRevert(refusal);
        gateway.remindByTimeout("", 0);
    }
}
