// SPDX-License-Identifier: MIT
// solhint-disable gas-small-strings
pragma solidity 0.8.37;

import {TwoCounters} from "../../../test/fixtures/solidity/TwoCounters.sol";
import {FaultyAppGateway} from "../../gateway/samples/FaultyAppGateway.sol";
import {FaultyTarget} from "../../gateway/samples/FaultyTarget.sol";
import {IAddressResolver} from "../../gateway/interfaces/IAddressResolver.sol";
import {vm} from "../Vm.sol";

contract GatewayRunsTest is TwoCounters {
    function test_startGateway_namesEachContract() public view {
        IAddressResolver resolver = IAddressResolver(addressResolver);
        vm.assertEq(address(resolver.watcher__()), address(watcher));
        vm.assertEq(address(resolver.feesManager__()), address(feesManager));
        vm.assertEq(address(resolver.asyncDeployer__()), address(asyncDeployer));
        vm.assertTrue(address(watcher).code.length > 0 && address(feesManager).code.length > 0);
    }

    /// @dev A batch that comes up before the one that it waits for runs later in the same round, whatever the order.
    function test_runShuffled_triesAgainWhatWaitedForAnother() public {
        for (uint256 seed = 0; seed < 8; seed++) {
            app.add(slugs, 7);
            vm.assertEq(pending().length, 2, "the second waits for the first");
            vm.assertEq(runShuffled(seed), 3, "both, and what pays the transmitter");
            vm.assertEq(pending().length, 0, "left");
        }
    }

    /// @dev What fails is tried once, and ends no run: neither on its chain nor in its callback.
    function testFuzz_runs_endWithAPayloadThatFails(uint256 seed) public {
        FaultyAppGateway faulty = _faulty();
        FaultyTarget target = FaultyTarget(faulty.getOnChainAddress(faulty.faulty(), alpha));
        faulty.work(alpha, 5);
        bytes32 id = lastPayload();
        app.add(slugs, 7);
        vm.assertEq(seed % 2 == 0 ? runPayloads() : runShuffled(seed), 3);
        assertPayloadReverted(id, FaultyTarget.OutOfOrder.selector);
        vm.assertEq(block.chainid, GATEWAY_SLUG, "the gateway's chain id");
        target.setBroken(false);
        vm.assertEq(seed % 2 == 0 ? runShuffled(seed) : runPayloads(), 0);
        assertCallbackReverted(id, FaultyAppGateway.NotReadyForResult.selector);
        vm.assertEq(target.workDone(), 5);
        faulty.setCallbackBroken(false);
        // The payload, and the payment of its request.
        vm.assertEq(runPayloads(), 2);
        vm.assertEq(target.workDone(), 5, "what was executed is not executed again");
        vm.assertEq(payloadOf(id).revertData, "");
        vm.assertFalse(payloadOf(id).hasFailed);
    }
}
