// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {CallBatch} from "../relay/CallBatch.sol";
import {GatewayTarget} from "../../../test/fixtures/solidity/GatewayTarget.sol";
import {vm} from "../../../test/fixtures/solidity/Vm.sol";
import {ActorBatcher} from "./ActorBatcher.sol";

contract ActorBatcherTest {
    function test_tryAll_makesTheCallsOfItsOwnerAlone() public {
        ActorBatcher batcher = new ActorBatcher(address(this));
        GatewayTarget target = new GatewayTarget();
        CallBatch.Call[] memory calls = new CallBatch.Call[](1);
        calls[0] = CallBatch.Call(address(target), 0, 200_000, abi.encodeCall(GatewayTarget.set, (1)));
        batcher.tryAll(calls);
        vm.assertEq(target.sets(), 1, "sets");

        vm.prank(address(0xbad));
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(0xbad)));
        batcher.tryAll(calls);
    }
}
