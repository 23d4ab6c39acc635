// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CounterAppGateway} from "../gateway/samples/CounterAppGateway.sol";
import {GatewayCounter} from "../gateway/samples/GatewayCounter.sol";
import {GatewayTest} from "./GatewayTest.sol";
import {vm} from "./Vm.sol";

contract GatewayTestTest is GatewayTest {
    CounterAppGateway private app;
    uint32[] private slugs;

    function setUp() public {
        slugs = [addChain("alpha").slug, addChain("beta").slug];
        startGateway();
        app = new CounterAppGateway(addressResolver, address(this), 0.01 ether);
        deposit(address(app), 100 ether);
        app.deployContracts(slugs);
        runPayloads();
    }

    function test_runPayloads_runsCallbacks() public {
        app.add(slugs, 7);
        app.readCounters(slugs);
        runPayloads();
        assertResolved(lastPayload());
        vm.assertEq(app.sum(), 14);
        vm.assertEq(GatewayCounter(app.getOnChainAddress(app.counter(), slugs[1])).counter(), 7);
    }
}
