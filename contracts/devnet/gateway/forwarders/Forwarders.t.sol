// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CallOptions} from "../../../gateway/GatewayTypes.sol";
import {IAsyncDeployer} from "../../../gateway/interfaces/IAsyncDeployer.sol";
import {IForwarder} from "../../../gateway/interfaces/IForwarder.sol";
import {IWatcher} from "../../../gateway/interfaces/IWatcher.sol";
import {GatewayWorld} from "../../../../test/fixtures/contracts/GatewayWorld.sol";
import {ScriptedGateway} from "../../../../test/fixtures/contracts/ScriptedGateway.sol";
import {vm} from "../../../../test/fixtures/contracts/Vm.sol";
import {Forwarder} from "./Forwarder.sol";
import {ForwarderBeacon} from "./ForwarderBeacon.sol";

contract ForwardersTest is GatewayWorld {
    function testFuzz_getOrDeploy_isWhereTheProtocolSays(address onChainAddress, uint32 slug) public {
        vm.assume(onChainAddress != address(0));
        address beacon = asyncDeployer.forwarderBeacon();
        // The protocol's init code, written out independently of the contract.
        bytes memory initCode = bytes.concat(
            hex"60523d8160223d3973",
            bytes20(beacon),
            hex"60195155f3363d3d373d3d363d602036600436635c60da1b60e01b36527fa3f0ad74e5423aebfd80d3ef43",
            hex"46578335a9a72aeaee59ff6cb3582b35133d50545afa5036515af43d6000803e604d573d6000fd5b3d6000f3"
        );
        bytes32 salt = keccak256(abi.encode(slug, onChainAddress, address(resolver)));
        bytes32 hash = keccak256(abi.encodePacked(hex"ff", address(asyncDeployer), salt, keccak256(initCode)));
        address expected = address(uint160(uint256(hash)));

        vm.assertEq(asyncDeployer.getForwarderAddress(onChainAddress, slug), expected);
        vm.assertFalse(asyncDeployer.isForwarder(expected));
        vm.expectEmit(address(asyncDeployer));
        emit IAsyncDeployer.ForwarderDeployed(slug, onChainAddress, expected);
        vm.assertEq(asyncDeployer.getOrDeployForwarderContract(onChainAddress, slug), expected);
        vm.assertTrue(asyncDeployer.isForwarder(expected));
        vm.assertEq(IForwarder(expected).getOnChainAddress(), onChainAddress);
        vm.assertEq(IForwarder(expected).getChainSlug(), slug);
        vm.assertEq(asyncDeployer.getOrDeployForwarderContract(onChainAddress, slug), expected);
    }

    function test_getForwarderAddress_refusesTheZeroAddress() public {
        vm.expectRevert(IAsyncDeployer.ZeroOnChainAddress.selector);
        asyncDeployer.getForwarderAddress(address(0), ALPHA);
        vm.expectRevert(IAsyncDeployer.ZeroOnChainAddress.selector);
        asyncDeployer.getOrDeployForwarderContract(address(0), ALPHA);
    }

    function testFuzz_forwarder_queuesAnyUnknownCall(bytes4 selector, bytes calldata arguments) public {
        vm.assume(selector != IForwarder.getOnChainAddress.selector && selector != IForwarder.getChainSlug.selector);
        ScriptedGateway gateway = new ScriptedGateway(watcher);
        ScriptedGateway.Step[] memory steps = new ScriptedGateway.Step[](1);
        CallOptions memory options;
        bytes memory callData = abi.encodePacked(selector, arguments);
        steps[0] = ScriptedGateway.Step(_forwarder(address(0xc0de), BETA), callData, options, false);
        gateway.request(steps, 0, address(0), "");
        vm.assertEq(_collect(), 1, "queued");
        Item storage item = items[payloadIds[0]];
        vm.assertEq(item.queued.target, address(0xc0de));
        vm.assertEq(item.queued.chainSlug, BETA);
        vm.assertEq(item.appGateway, address(gateway));
        vm.assertEq(item.queued.callData, callData);
    }

    function test_forwarder_revertsOutsideAsync() public {
        address forwarder = _forwarder(address(0xc0de), ALPHA);
        (bool success, bytes memory revertData) = forwarder.call(hex"12345678");
        vm.assertFalse(success);
        vm.assertEq(revertData, abi.encodeWithSelector(IWatcher.AsyncModifierNotSet.selector));
    }

    function test_queueCall_revertsWhenTheCallerIsNoForwarder() public {
        Forwarder impostor = new Forwarder(watcher, asyncDeployer);
        vm.expectRevert(abi.encodeWithSelector(IWatcher.NotForwarder.selector, address(this)));
        watcher.queueCall(address(0xa9), ALPHA, address(0xc0de), "");
        (bool success, bytes memory revertData) = address(impostor).call(hex"12345678");
        vm.assertFalse(success);
        vm.assertEq(revertData, abi.encodeWithSelector(IWatcher.NotForwarder.selector, address(impostor)));
    }

    function test_beacon_changesTheCodeAndKeepsTheAddress() public {
        address forwarder = _forwarder(address(0xc0de), ALPHA);
        ForwarderBeacon(asyncDeployer.forwarderBeacon()).upgradeTo(address(new Forwarder(watcher, asyncDeployer)));
        vm.assertEq(asyncDeployer.getForwarderAddress(address(0xc0de), ALPHA), forwarder);
        vm.assertEq(IForwarder(forwarder).getOnChainAddress(), address(0xc0de));
    }
}
