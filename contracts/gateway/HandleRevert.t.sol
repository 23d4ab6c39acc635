// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {GatewayWorld} from "../../test/fixtures/solidity/GatewayWorld.sol";
import {vm} from "../../test/fixtures/solidity/Vm.sol";
import {GatewayAccess} from "./GatewayAccess.sol";
import {CounterAppGateway} from "./samples/CounterAppGateway.sol";

contract HandleRevertTest is GatewayWorld {
    function test_handleRevert_revertsWhenNotWatcherEvenIfNotOverridden() public {
        CounterAppGateway gateway = new CounterAppGateway(address(resolver), address(this), MAX_FEES);
        vm.expectRevert(GatewayAccess.OnlyWatcher.selector);
        gateway.handleRevert("");
    }
}
