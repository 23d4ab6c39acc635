// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {GatewayTarget} from "../../test/fixtures/solidity/GatewayTarget.sol";
import {GatewayWorld} from "../../test/fixtures/solidity/GatewayWorld.sol";
import {OddAppGateway} from "../../test/fixtures/solidity/OddAppGateway.sol";
import {vm} from "../../test/fixtures/solidity/Vm.sol";
import {Deployments} from "./Deployments.sol";
import {GatewayAccess} from "./GatewayAccess.sol";
import {IsPlug, Parallel} from "./GatewayTypes.sol";
import {IForwarder} from "./interfaces/IForwarder.sol";
import {IWatcher} from "./interfaces/IWatcher.sol";
import {IWatcherOperator} from "../devnet/gateway/interfaces/IWatcherOperator.sol";

contract DeploymentsTest is GatewayWorld {
    OddAppGateway private gateway;
    bytes32 private first;
    bytes32 private second;

    function setUp() public {
        gateway = new OddAppGateway(address(resolver), MAX_FEES);
        first = gateway.keepCode("first", type(GatewayTarget).creationCode);
        second = gateway.keepCode("second", type(GatewayTarget).creationCode);
        _deposit(ALPHA, address(gateway), 100 ether);
        _deposit(ALPHA, address(this), 1 ether);
        _collect();
    }

    function test_createContractId_isTheHashOfTheName() public view {
        vm.assertEq(first, keccak256(abi.encode("first")));
        vm.assertEq(gateway.creationCodeWithArgs(first), type(GatewayTarget).creationCode);
    }

    function test_deploy_keepsTheForwarderOfEachContractAndChain() public {
        _deploy(_ids(first, second, first), _slugs(ALPHA, ALPHA, BETA), IsPlug.NO, "", Parallel.ON);
        for (uint256 i = 0; i < 3; i++) vm.assertEq(_onChain(i), address(0));
        _runAll();

        for (uint256 i = 0; i < 3; i++) {
            address onChain = _onChain(i);
            vm.assertTrue(onChain.code.length > 0);
            IForwarder forwarder = IForwarder(gateway.forwarderAddresses(_id(i), _slug(i)));
            vm.assertEq(address(forwarder), asyncDeployer.getForwarderAddress(onChain, _slug(i)));
            vm.assertEq(forwarder.getOnChainAddress(), onChain);
            vm.assertEq(uint256(forwarder.getChainSlug()), _slug(i));
        }
        vm.assertTrue(_onChain(0) != _onChain(1));
    }

    function test_deploy_parallelOnesDoNotWait() public {
        _deploy(_ids(first, second, first), _slugs(ALPHA, ALPHA, BETA), IsPlug.NO, "", Parallel.ON);
        _collect();
        for (uint256 i = 3; i > 0; i--) {
            _runPayload(payloadIds[i - 1]);
            vm.assertTrue(_onChain(i - 1) != address(0));
        }
    }

    function test_deploy_sequentialOnesWait() public {
        _deploy(_ids(first, second, first), _slugs(ALPHA, ALPHA, BETA), IsPlug.NO, "", Parallel.OFF);
        _collect();
        bytes memory proof = _proof(payloadIds[1]);
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.BatchNotReady.selector, payloadIds[1]));
        watcher.finalize(payloadIds[1], proof);
    }

    function test_deploy_connectsOnlyPlugs() public {
        _deploy(_ids(first, second, first), _slugs(ALPHA, ALPHA, BETA), IsPlug.YES, "", Parallel.ON);
        _runAll();
        (bytes32 appGatewayId, address switchboard) = served[ALPHA].socket.getPlugConfig(_onChain(0));
        vm.assertEq(appGatewayId, bytes32(uint256(uint160(address(gateway)))));
        vm.assertEq(switchboard, SWITCHBOARD);

        _deploy(_ids(first, second, first), _slugs(ALPHA, ALPHA, BETA), IsPlug.NO, "", Parallel.ON);
        _runAll();
        (appGatewayId, ) = served[ALPHA].socket.getPlugConfig(_onChain(0));
        vm.assertEq(appGatewayId, bytes32(0));
    }

    function testFuzz_deploy_makesTheInitialCall(uint256 number, bool isPlug) public {
        _deploy(
            _ids(first, second, first),
            _slugs(ALPHA, ALPHA, BETA),
            isPlug ? IsPlug.YES : IsPlug.NO,
            abi.encodeCall(GatewayTarget.set, (number)),
            Parallel.ON
        );
        _runAll();
        for (uint256 i = 0; i < 3; i++) {
            GatewayTarget target = GatewayTarget(payable(_onChain(i)));
            vm.assertEq(target.number(), number, "number");
            vm.assertEq(target.sets(), 1, "calls");
            vm.assertTrue((address(target.socket__()) != address(0)) == isPlug);
        }
    }

    function test_deploy_revertsWithoutCreationCode() public {
        bytes32 unknown = keccak256("unknown");
        vm.expectRevert(abi.encodeWithSelector(Deployments.NoCreationCode.selector, unknown));
        _deploy(_ids(first, second, unknown), _slugs(ALPHA, ALPHA, BETA), IsPlug.NO, "", Parallel.ON);
    }

    function test_deploy_revertsOutsideAsync() public {
        vm.expectRevert(GatewayAccess.AsyncModifierNotSet.selector);
        gateway.deployWithoutAsync(first, ALPHA);
    }

    function test_setAddress_revertsWhenNotAPromise() public {
        bytes memory data = abi.encode(first, ALPHA);
        bytes memory call = abi.encodeCall(gateway.setAddress, (data, abi.encode(address(0xbad))));
        watcher.setTimeout(address(gateway), call, 0);
        _collect();
        vm.expectRevert(GatewayAccess.InvalidPromise.selector);
        watcher.resolveTimeout(timeoutIds[0]);
        vm.expectRevert(GatewayAccess.InvalidPromise.selector);
        gateway.setAddress(data, abi.encode(address(0xbad)));
    }

    /// @dev As in the deployed system: only the chain of the last `_deploy` is initialized.
    function test_initializeOnChain_runsForTheLastChainWhenTheRequestCompletes() public {
        _deploy(_ids(first, second, first), _slugs(BETA, BETA, ALPHA), IsPlug.NO, "", Parallel.OFF);
        _collect();
        for (uint256 i = 0; i < 3; i++) {
            vm.assertEq(gateway.initializedCount(), 0, "too early");
            _runPayload(payloadIds[i]);
        }
        vm.assertEq(gateway.initializedCount(), 1, "chains");
        vm.assertEq(uint256(gateway.initialized(0)), ALPHA);
        _runAll();
        vm.assertEq(gateway.initializedCount(), 1, "once");
    }

    function test_initializeOnChain_runsForTheChainOfItsOwnRequest() public {
        _deploy(_ids(first, second, first), _slugs(ALPHA, ALPHA, ALPHA), IsPlug.NO, "", Parallel.ON);
        _deploy(_ids(first, second, first), _slugs(BETA, BETA, BETA), IsPlug.NO, "", Parallel.ON);
        _collect();
        for (uint256 i = 3; i < 6; i++) _runPayload(payloadIds[i]);
        vm.assertEq(gateway.initializedCount(), 1, "chains");
        vm.assertEq(uint256(gateway.initialized(0)), BETA);
    }

    function test_setValidPlug_acceptsTheDeployedContractsTriggers() public {
        _deploy(_ids(first, second, first), _slugs(ALPHA, ALPHA, BETA), IsPlug.YES, "", Parallel.ON);
        vm.expectRevert(abi.encodeWithSelector(Deployments.PlugNotDeployed.selector, first, ALPHA));
        gateway.setValidPlug(true, ALPHA, first);
        _runAll();
        address plug = _onChain(0);
        bytes memory refusal = abi.encodeWithSelector(IWatcher.InvalidPlug.selector, address(gateway), ALPHA, plug);
        vm.expectRevert(refusal);
        _trigger(plug, "early");

        gateway.setValidPlug(true, ALPHA, first);
        _trigger(plug, "first");
        vm.assertEq(gateway.calls(), 1, "calls");
        gateway.setValidPlug(false, ALPHA, first);
        vm.expectRevert(refusal);
        _trigger(plug, "second");
    }

    function test_initializeOnChain_isNotRunByOtherRequests() public {
        GatewayTarget target = new GatewayTarget();
        address[] memory forwarders = new address[](1);
        forwarders[0] = _forwarder(address(target), ALPHA);
        gateway.ask(forwarders, "");
        _runAll();
        vm.assertEq(gateway.answers(), 1, "answers");
        vm.assertEq(gateway.initializedCount(), 0, "chains");
    }

    /// @dev When it runs, the contracts of all chains are deployed, and its calls form a request of their own.
    function test_initializeOnChain_mayBeAsync() public {
        GatewayTarget target = new GatewayTarget();
        gateway.callWhenInitialized(_forwarder(address(target), ALPHA));
        _deploy(_ids(first, second, first), _slugs(ALPHA, ALPHA, BETA), IsPlug.NO, "", Parallel.ON);
        _runAll();
        vm.assertEq(target.sets(), 1, "calls");
        vm.assertEq(target.number(), BETA, "last chain");
    }

    function test_onRequestComplete_revertsWhenNotWatcher() public {
        bytes memory data = abi.encode(ALPHA);
        vm.expectRevert(GatewayAccess.OnlyWatcher.selector);
        gateway.onRequestComplete(1, data);
        vm.prank(address(watcher));
        vm.expectRevert(GatewayAccess.OnlyWatcher.selector);
        gateway.onRequestComplete(1, data);
    }

    function _trigger(address plug, bytes32 triggerId) private {
        watcher.callAppGateway(triggerId, address(gateway), ALPHA, plug, abi.encodeCall(gateway.onCall, ()));
    }

    function _deploy(
        bytes32[] memory ids,
        uint32[] memory slugs,
        IsPlug isPlug,
        bytes memory initCallData,
        Parallel parallel
    ) private {
        gateway.deploy(ids, slugs, isPlug, initCallData, parallel);
    }

    function _id(uint256 i) private view returns (bytes32) {
        return i == 1 ? second : first;
    }

    function _slug(uint256 i) private pure returns (uint32) {
        return i == 2 ? BETA : ALPHA;
    }

    function _onChain(uint256 i) private view returns (address) {
        return gateway.getOnChainAddress(_id(i), _slug(i));
    }

    function _ids(bytes32 a, bytes32 b, bytes32 c) private pure returns (bytes32[] memory ids) {
        ids = new bytes32[](3);
        (ids[0], ids[1], ids[2]) = (a, b, c);
    }

    function _slugs(uint32 a, uint32 b, uint32 c) private pure returns (uint32[] memory slugs) {
        slugs = new uint32[](3);
        (slugs[0], slugs[1], slugs[2]) = (a, b, c);
    }
}
