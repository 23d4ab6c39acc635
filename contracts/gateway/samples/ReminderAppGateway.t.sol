// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {IWatcherOperator} from "../../devnet/gateway/interfaces/IWatcherOperator.sol";
import {TestPayload} from "../../testing/gateway/TestPayload.sol";
import {GatewayTest} from "../../testing/GatewayTest.sol";
import {vm} from "../../testing/Vm.sol";
import {GatewayAccess} from "../GatewayAccess.sol";
import {ReminderAppGateway} from "./ReminderAppGateway.sol";

contract ReminderAppGatewayTest is GatewayTest {
    ReminderAppGateway private gateway;

    function setUp() public {
        addChain("alpha");
        startGateway();
        gateway = new ReminderAppGateway(addressResolver, address(this), 0.01 ether);
        deposit(address(gateway), 1 ether);
        deposit(address(this), 1 ether);
    }

    function testFuzz_remind_deliversWhenDue(string calldata text, uint256 delay, bool isTimeout) public {
        delay %= 24 hours + 1;
        uint256 dueAt = block.timestamp + delay;
        if (isTimeout) gateway.remindByTimeout(text, delay);
        else gateway.remind(text, delay);
        runPayloads();
        vm.assertEq(gateway.reminders(), delay == 0 ? 1 : 0, "before it is due");

        if (delay == 0) return;
        vm.assertTrue(passUntilDue());
        vm.expectEmit(address(gateway));
        emit ReminderAppGateway.Reminded(text, dueAt);
        runPayloads();
        vm.assertEq(gateway.reminders(), 1, "when it is due");
    }

    function test_remind_deliversOnce() public {
        gateway.remind("scheduled", 0);
        gateway.remindByTimeout("by timeout", 0);
        runPayloads();
        assertRan(lastCall());
        TestPayload memory payload = payloadOf(lastPayload());
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.AlreadyResolved.selector, payload.payloadId));
        watcher.resolvePayload(payload.payloadId, payload.callbackSelector, payload.callbackData, "", 0);
        bytes32 timeoutId = lastCall();
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.TimeoutAlreadyResolved.selector, timeoutId));
        watcher.resolveTimeout(timeoutId);
        vm.assertEq(gateway.reminders(), 2);
    }

    function test_onTimeout_refusesTimeoutsOfStrangers() public {
        watcher.setTimeout(address(gateway), abi.encodeCall(gateway.onTimeout, ("forged")), 0);
        runPayloads();
        assertRefused(lastCall(), GatewayAccess.OnlyWatcher.selector);
    }

    function test_remind_revertsWhenNotOwner() public {
        address stranger = address(0x57a);
        bytes memory refusal = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, stranger);
        vm.prank(stranger);
        vm.expectRevert(refusal);
        gateway.remind("", 0);
        vm.prank(stranger);
        vm.expectRevert(refusal);
        gateway.remindByTimeout("", 0);
    }
}
