// SPDX-License-Identifier: MIT
// solhint-disable one-contract-per-file
pragma solidity 0.8.37;

import {GatewayWorld} from "../../../test/fixtures/solidity/GatewayWorld.sol";
import {vm} from "../../../test/fixtures/solidity/Vm.sol";
import {GatewayAccess} from "../GatewayAccess.sol";
import {OlderAppGatewayBase} from "../OlderAppGatewayBase.sol";

/// @title An app gateway with the names of the generation before
contract OlderAppGateway is OlderAppGatewayBase {
    uint256 public rings;

    constructor(address addressResolver) {
        _initializeAppGateway(addressResolver);
    }

    function wakeMeUp(uint256 delayInSeconds) external {
        setTimeout(delayInSeconds, abi.encodeWithSelector(this.ring.selector, 1));
        watcherPrecompile__().setTimeout(delayInSeconds, abi.encodeWithSelector(this.ring.selector, 10));
        watcherPrecompile__().setTimeout(
            address(this),
            abi.encodeWithSelector(this.ring.selector, 100),
            delayInSeconds
        );
    }

    function ring(uint256 times) external onlyWatcher {
        rings += times;
    }
}

contract OlderAppGatewayBaseTest is GatewayWorld {
    OlderAppGateway private gateway;

    function setUp() public {
        gateway = new OlderAppGateway(address(resolver));
        _deposit(ALPHA, address(gateway), 1 ether);
        _collect();
    }

    function test_setTimeout_callsTheAppGatewayItself() public {
        gateway.wakeMeUp(1 hours);
        _collect();
        vm.assertEq(timeoutIds.length, 3);
        vm.warp(block.timestamp + 1 hours);
        for (uint256 i = 0; i < 3; i++) watcher.resolveTimeout(timeoutIds[i]);
        vm.assertEq(gateway.rings(), 111);
    }

    function test_setTimeout_costsCredits() public {
        gateway.wakeMeUp(0);
        vm.assertEq(feesManager.getAvailableCredits(address(gateway)), 1 ether - 3 * watcher.PAYLOAD_FEE());
    }

    function test_ring_refusesStrangers() public {
        vm.expectRevert(GatewayAccess.OnlyWatcher.selector);
        gateway.ring(1);
    }
}
