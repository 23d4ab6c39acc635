// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MoodyPlug} from "../test/MoodyPlug.sol";
import {CrossChainTest} from "./CrossChainTest.sol";
import {vm} from "./Vm.sol";

contract CrossChainTestTest is CrossChainTest {
    MoodyPlug private here;
    MoodyPlug private there;
    uint32 private alpha;
    uint32 private beta;

    function setUp() public {
        here = new MoodyPlug(addChain("alpha").socket, address(this));
        there = new MoodyPlug(addChain("beta").socket, address(this));
        (alpha, beta) = (slugOf(address(here)), slugOf(address(there)));
        connect(address(here), address(there));
    }

    function test_deliver_callsInbound() public {
        bytes32 msgId = send(address(here), abi.encodeCall(here.send, (beta, "hello")));
        vm.assertEq(deliver(), 1);
        assertDelivered(msgId);
        vm.assertEq(there.lastPayload(), "hello");
    }
}
