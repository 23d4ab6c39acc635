// SPDX-License-Identifier: MIT
// solhint-disable one-contract-per-file
pragma solidity 0.8.37;

import {AppGatewayBase} from "../../../gateway/AppGatewayBase.sol";
import {CallOptions, Parallel, Read} from "../../../gateway/GatewayTypes.sol";
import {IAsyncDeployer} from "../../../gateway/interfaces/IAsyncDeployer.sol";
import {IForwarder} from "../../../gateway/interfaces/IForwarder.sol";
import {IPromise} from "../../../gateway/interfaces/IPromise.sol";
import {IWatcher} from "../../../gateway/interfaces/IWatcher.sol";
import {GatewayWorld} from "../../../../test/fixtures/solidity/GatewayWorld.sol";
import {ScriptedGateway} from "../../../../test/fixtures/solidity/ScriptedGateway.sol";
import {vm} from "../../../../test/fixtures/solidity/Vm.sol";
import {Forwarder} from "./Forwarder.sol";
import {ForwarderBeacon} from "./ForwarderBeacon.sol";

/// @dev How authors would declare the target's functions, wrongly.
interface IMarkedView {
    function number() external view returns (uint256);
}

/// @dev And how they would declare them rightly.
interface IQueued {
    function number() external;
}

/// @dev Sets callbacks through forwarders, as many public app gateways do.
contract PromisingAppGateway is AppGatewayBase {
    constructor(address addressResolver, uint256 fees) {
        _initializeAppGateway(addressResolver);
        _setMaxFees(fees);
    }

    function readBoth(address one, address other) external async {
        _setOverrides(Read.ON, Parallel.ON);
        IQueued(one).number();
        IQueued(other).number();
        IPromise(other).then(this.onRead.selector, "other");
        IPromise(one).then(this.onRead.selector, "one");
    }

    function readThenOther(address one, address other) external async {
        IQueued(one).number();
        IPromise(other).then(this.onRead.selector, "");
    }

    function thenTwice(address one) external async {
        IQueued(one).number();
        IPromise(one).then(this.onRead.selector, "");
        then(this.onRead.selector, "");
    }

    function lateThen(address one) external {
        read(one);
        IPromise(one).then(this.onRead.selector, "");
    }

    function letAnother(address one, PromisingAppGateway stranger) external async {
        IQueued(one).number();
        stranger.onlyThen(one);
    }

    function onlyThen(address one) external async {
        IPromise(one).then(this.onRead.selector, "");
    }

    function onRead(bytes calldata, bytes calldata) external onlyPromises {}

    function read(address one) public async {
        IQueued(one).number();
    }
}

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

    /// @dev Without a name it would be a revert without data that uses up the gas of the transaction.
    function test_forwarder_namesACallOfAViewFunction() public {
        address forwarder = _forwarder(address(0xc0de), ALPHA);
        uint256 left = gasleft();
        vm.expectRevert(abi.encodeWithSelector(IForwarder.CalledAsView.selector, IMarkedView.number.selector));
        IMarkedView(forwarder).number();
        vm.assertLe(left - gasleft(), 100_000);
    }

    function test_then_ofAForwarderIsForItsOwnLastCall() public {
        PromisingAppGateway gateway = new PromisingAppGateway(address(resolver), MAX_FEES);
        _deposit(ALPHA, address(gateway), 1 ether);
        (address one, address other) = (_forwarder(address(0xc0de), ALPHA), _forwarder(address(0xc0de), BETA));
        _collect();
        gateway.readBoth(one, other);
        _collect();
        vm.assertEq(items[payloadIds[0]].data, "one");
        vm.assertEq(items[payloadIds[1]].data, "other");
        vm.assertTrue(items[payloadIds[0]].selector == gateway.onRead.selector);
    }

    function test_then_ofAForwarderRevertsWithoutACallOfItsCaller() public {
        PromisingAppGateway gateway = new PromisingAppGateway(address(resolver), MAX_FEES);
        PromisingAppGateway stranger = new PromisingAppGateway(address(resolver), MAX_FEES);
        _deposit(ALPHA, address(gateway), 1 ether);
        (address one, address other) = (_forwarder(address(0xc0de), ALPHA), _forwarder(address(0xc0de), BETA));
        vm.expectRevert(IWatcher.CallbackWithoutCall.selector);
        gateway.readThenOther(one, other);
        vm.expectRevert(IWatcher.CallbackWithoutCall.selector);
        gateway.thenTwice(one);
        vm.expectRevert(IWatcher.CallbackWithoutCall.selector);
        gateway.lateThen(one);
        vm.expectRevert(IWatcher.CallbackWithoutCall.selector);
        gateway.letAnother(one, stranger);
        vm.expectRevert(abi.encodeWithSelector(IWatcher.NotForwarder.selector, address(this)));
        watcher.setCallbackOf(address(gateway), "payload", gateway.onRead.selector, "");
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
