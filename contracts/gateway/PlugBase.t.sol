// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {GatewayWorld} from "../../test/fixtures/contracts/GatewayWorld.sol";
import {vm} from "../../test/fixtures/contracts/Vm.sol";
import {PlugBase} from "./PlugBase.sol";
import {GatewayCounter} from "./samples/GatewayCounter.sol";

contract PlugBaseTest is GatewayWorld {
    GatewayCounter private plug;

    function setUp() public {
        plug = new GatewayCounter();
    }

    function testFuzz_initSocket_connectsThePlugItself(bytes32 appGatewayId, address switchboard) public {
        plug.initSocket(appGatewayId, address(served[ALPHA].socket), switchboard);
        vm.assertEq(plug.appGatewayId(), appGatewayId);
        vm.assertEq(address(plug.socket__()), address(served[ALPHA].socket));
        (bytes32 connectedTo, address through) = served[ALPHA].socket.getPlugConfig(address(plug));
        vm.assertEq(connectedTo, appGatewayId);
        vm.assertEq(through, switchboard);
    }

    function test_initSocket_worksOnce() public {
        plug.initSocket("gateway", address(served[ALPHA].socket), SWITCHBOARD);
        vm.expectRevert(PlugBase.SocketAlreadyInitialized.selector);
        plug.initSocket("another", address(served[BETA].socket), SWITCHBOARD);
        vm.assertEq(plug.appGatewayId(), "gateway");
    }

    function testFuzz_onlySocket_refusesEverybodyElse(address caller) public {
        plug.initSocket("gateway", address(served[ALPHA].socket), SWITCHBOARD);
        vm.assume(caller != address(served[ALPHA].socket));
        vm.prank(caller);
        vm.expectRevert(PlugBase.NotSocket.selector);
        plug.add(1);
    }

    function test_onlySocket_letsTheSocketIn() public {
        plug.initSocket("gateway", address(served[ALPHA].socket), SWITCHBOARD);
        vm.prank(address(served[ALPHA].socket));
        plug.add(3);
        vm.assertEq(plug.counter(), 3);
    }
}
