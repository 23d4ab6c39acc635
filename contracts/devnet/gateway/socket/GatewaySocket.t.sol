// SPDX-License-Identifier: MIT
// solhint-disable one-contract-per-file
pragma solidity 0.8.37;

import {CallOptions, Read} from "../../../gateway/GatewayTypes.sol";
import {ExecuteParams, IGatewaySocket} from "../../../gateway/interfaces/IGatewaySocket.sol";
import {GatewayTarget} from "../../../../test/fixtures/solidity/GatewayTarget.sol";
import {GatewayWorld} from "../../../../test/fixtures/solidity/GatewayWorld.sol";
import {ScriptedGateway} from "../../../../test/fixtures/solidity/ScriptedGateway.sol";
import {vm, Vm} from "../../../../test/fixtures/solidity/Vm.sol";
import {ContractFactory} from "./ContractFactory.sol";
import {GatewaySocket} from "./GatewaySocket.sol";

contract GatewaySocketTest is GatewayWorld {
    GatewaySocket private socket;
    ScriptedGateway private gateway;
    GatewayTarget private target;

    function setUp() public {
        socket = served[ALPHA].socket;
        gateway = new ScriptedGateway(watcher);
        target = new GatewayTarget();
        vm.deal(address(this), 100 ether);
    }

    function testFuzz_execute_callsTheTargetOnce(uint256 number, uint64 value, uint24 gasSeed) public {
        ExecuteParams memory params = _call(number, value, 100_000 + uint256(gasSeed) / 4);
        bytes memory proof = _signed(params);
        socket.execute{value: value}(params, proof);
        vm.assertEq(target.number(), number, "number");
        vm.assertEq(address(target).balance, value, "value");
        vm.assertTrue(socket.payloadExecuted(params.payloadId));
        vm.expectRevert(abi.encodeWithSelector(IGatewaySocket.PayloadAlreadyExecuted.selector, params.payloadId));
        socket.execute{value: value}(params, proof);
    }

    /// @dev Changes any field of a payload, or submits its proof to another socket.
    function testFuzz_execute_refusesAProofForAnythingElse(uint8 field, uint256 change) public {
        vm.assume(change % 2 ** 64 != 0);
        ExecuteParams memory params = _call(1, 0, 200_000);
        bytes memory proof = _signed(params);
        field %= 7;
        if (field == 0) params.payloadId ^= bytes32(change);
        if (field == 1) params.appGateway = address(uint160(params.appGateway) ^ uint160(change | 1));
        if (field == 2) params.target = address(uint160(params.target) ^ uint160(change | 1));
        if (field == 3) params.value += change % 1 ether | 1;
        if (field == 4) params.gasLimit += change % 1e6 | 1;
        if (field == 5) params.callData = abi.encodePacked(params.callData, change);
        GatewaySocket there = field == 6 ? served[BETA].socket : socket;
        vm.expectRevert(IGatewaySocket.InvalidProof.selector);
        there.execute{value: params.value}(params, proof);
    }

    /// @dev The same address on another chain is another socket.
    function test_execute_refusesAProofForTheSameAddressOnAnotherChain() public {
        ExecuteParams memory params = _call(1, 0, 200_000);
        bytes32 there = keccak256(
            abi.encode(
                address(socket),
                BETA,
                params.payloadId,
                params.appGateway,
                params.target,
                params.value,
                params.gasLimit,
                keccak256(params.callData)
            )
        );
        vm.expectRevert(IGatewaySocket.InvalidProof.selector);
        socket.execute(params, _sign(SIGNER_KEY, there));
        vm.expectRevert(IGatewaySocket.InvalidProof.selector);
        socket.execute(params, "");
        bytes memory proof = _sign(STRANGER_KEY, socket.digestOf(params));
        vm.expectRevert(IGatewaySocket.InvalidProof.selector);
        socket.execute(params, proof);
    }

    /// @dev A read's proof is public, and its call may be one that writes.
    function test_execute_refusesTheProofOfARead() public {
        _deposit(ALPHA, address(gateway), 1 ether);
        ScriptedGateway.Step[] memory steps = new ScriptedGateway.Step[](1);
        CallOptions memory options;
        options.read = Read.ON;
        steps[0] = ScriptedGateway.Step(
            _forwarder(address(target), ALPHA),
            abi.encodeCall(target.set, (1)),
            options,
            false
        );
        gateway.request(steps, MAX_FEES, address(0), "");
        _collect();
        _finalize(payloadIds[0]);
        ExecuteParams memory params = _params(payloadIds[0]);
        bytes memory proof = _proof(payloadIds[0]);
        vm.expectRevert(IGatewaySocket.InvalidProof.selector);
        socket.execute(params, proof);
    }

    function test_execute_revertsWithTheTargetsErrorAndCanBeTriedAgain() public {
        ExecuteParams memory params = _call(5, 0, 200_000);
        bytes memory proof = _signed(params);
        target.refuse(true);
        vm.expectRevert(abi.encodeWithSelector(GatewayTarget.InABadState.selector, 5));
        socket.execute(params, proof);
        vm.assertFalse(socket.payloadExecuted(params.payloadId));
        target.refuse(false);
        socket.execute(params, proof);
        vm.assertEq(target.number(), 5, "number");
    }

    function test_execute_asksForExactlyTheValue() public {
        ExecuteParams memory params = _call(1, 5, 200_000);
        bytes memory proof = _signed(params);
        vm.expectRevert(abi.encodeWithSelector(IGatewaySocket.MsgValueMismatch.selector, 5, 4));
        socket.execute{value: 4}(params, proof);
        vm.expectRevert(abi.encodeWithSelector(IGatewaySocket.MsgValueMismatch.selector, 5, 6));
        socket.execute{value: 6}(params, proof);
    }

    function test_execute_refusesAnotherAppGatewaysPlugAndTheSocketItself() public {
        target.initSocket(bytes32(uint256(0xabc)), address(socket), SWITCHBOARD);
        ExecuteParams memory params = _call(1, 0, 200_000);
        _refuseTarget(params);
        params.target = address(socket);
        params.callData = abi.encodeCall(IGatewaySocket.connect, (bytes32(uint256(1)), SWITCHBOARD));
        _refuseTarget(params);
        params.target = address(served[ALPHA].plug);
        params.callData = abi.encodeCall(
            served[ALPHA].plug.withdrawFees,
            (address(served[ALPHA].token), address(this), 1)
        );
        _refuseTarget(params);

        params = _call(1, 0, 200_000);
        params.appGateway = address(0xabc);
        socket.execute(params, _signed(params));
    }

    /// @dev A target that handles running out of gas would mistake a call with too little gas for the real one.
    function testFuzz_execute_givesTheTargetItsGasOrNothing(uint32 gasSeed) public {
        ExecuteParams memory params = _call(1, 0, 300_000);
        bytes memory input = abi.encodeCall(socket.execute, (params, _signed(params)));
        (bool success, ) = address(socket).call{gas: 50_000 + (gasSeed % 600_000)}(input);
        vm.assertEq(target.sets(), success ? 1 : 0, "sets");
        if (success) vm.assertGe(target.gasGiven(), 300_000 - 110_000);
    }

    function testFuzz_execute_truncatesTheReturnData(uint16 length) public {
        ExecuteParams memory params = _call(1, 0, 2_000_000);
        params.callData = abi.encodeCall(target.longAnswer, (length));
        vm.recordLogs();
        bytes memory answer = socket.execute(params, _signed(params));
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 full = 64 + ((uint256(length) + 31) / 32) * 32;
        vm.assertEq(logs[logs.length - 1].topics[0], IGatewaySocket.ExecutionSuccess.selector);
        vm.assertEq(
            keccak256(logs[logs.length - 1].data),
            keccak256(abi.encode(params.payloadId, full > 4096, answer))
        );
        vm.assertEq(answer.length, full < 4096 ? full : 4096, "length");
    }

    function test_execute_aTargetThatCallsBackFindsItsPayloadExecuted() public {
        ExecuteParams memory params = _call(1, 0, 400_000);
        bytes memory proof = _signed(params);
        target.reactWith(address(socket), abi.encodeCall(socket.execute, (params, proof)));
        vm.expectRevert(abi.encodeWithSelector(IGatewaySocket.PayloadAlreadyExecuted.selector, params.payloadId));
        socket.execute(params, proof);
    }

    function test_execute_runsAnotherPayloadInsideOne() public {
        ExecuteParams memory outer = _call(1, 0, 900_000);
        ExecuteParams memory inner = _call(2, 0, 200_000);
        inner.payloadId = "inner";
        target.reactWith(address(socket), abi.encodeCall(socket.execute, (inner, _signed(inner))));
        socket.execute(outer, _signed(outer));
        vm.assertEq(target.number(), 2, "number");
        (bytes32 payloadId, address appGateway) = socket.currentPayload();
        vm.assertEq(payloadId, 0);
        vm.assertEq(appGateway, address(0));
    }

    function testFuzz_trigger_anyUnknownCalldataGoesToThePlugsAppGateway(
        uint160 owner,
        bytes calldata arguments
    ) public {
        vm.assume(owner != 0);
        target.initSocket(bytes32(uint256(owner)), address(socket), SWITCHBOARD);
        bytes memory payload = abi.encodePacked(hex"deadbeef", arguments);
        vm.getRecordedLogs();
        bytes32 first = abi.decode(target.callAppGateway(payload), (bytes32));
        bytes32 second = abi.decode(target.callAppGateway(payload), (bytes32));
        vm.assertTrue(first != second);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs[0].topics[0], IGatewaySocket.AppGatewayCallRequested.selector);
        vm.assertEq(logs[0].topics[1], first);
        vm.assertEq(logs[0].topics[2], bytes32(uint256(owner)));
        vm.assertEq(logs[0].topics[3], bytes32(uint256(uint160(address(target)))));
        vm.assertEq(abi.decode(logs[0].data, (bytes)), payload);
    }

    function test_trigger_revertsWhenThePlugIsNotConnected() public {
        (bool success, bytes memory revertData) = address(socket).call(hex"deadbeef");
        vm.assertFalse(success);
        vm.assertEq(revertData, abi.encodeWithSelector(IGatewaySocket.PlugDisconnected.selector));
    }

    function test_factory_deploysForThePayloadThatRuns() public {
        ExecuteParams memory params = _deployment(type(GatewayTarget).creationCode, true, "");
        params.value = 0;
        address deployed = abi.decode(socket.execute(params, _signed(params)), (address));
        bytes32 hash = keccak256(
            abi.encodePacked(
                hex"ff",
                address(served[ALPHA].factory),
                params.payloadId,
                keccak256(type(GatewayTarget).creationCode)
            )
        );
        vm.assertEq(deployed, address(uint160(uint256(hash))));
        (bytes32 appGatewayId, address switchboard) = socket.getPlugConfig(deployed);
        vm.assertEq(appGatewayId, bytes32(uint256(uint160(address(gateway)))));
        vm.assertEq(switchboard, SWITCHBOARD);
    }

    function test_factory_makesTheFirstCallAndLeavesOthersUnconnected() public {
        bytes memory first = abi.encodeCall(GatewayTarget.set, (77));
        ExecuteParams memory params = _deployment(type(GatewayTarget).creationCode, false, first);
        address deployed = abi.decode(socket.execute(params, _signed(params)), (address));
        vm.assertEq(GatewayTarget(payable(deployed)).number(), 77, "number");
        (bytes32 appGatewayId, ) = socket.getPlugConfig(deployed);
        vm.assertEq(appGatewayId, 0);
    }

    function test_factory_revertsWithTheFirstCallsErrorAndWhenNotSocket() public {
        bytes memory first = abi.encodeCall(GatewayTarget.reactWith, (address(this), hex"12345678"));
        ExecuteParams memory params = _deployment(type(RefusesToBeBuilt).creationCode, false, first);
        bytes memory proof = _signed(params);
        vm.expectRevert(RefusesToBeBuilt.NotToday.selector);
        socket.execute(params, proof);
        ContractFactory factory = served[ALPHA].factory;
        vm.expectRevert(abi.encodeWithSelector(ContractFactory.NotSocket.selector, address(this)));
        factory.deploy("", true, "");
    }

    function _call(uint256 number, uint256 value, uint256 gasLimit) private view returns (ExecuteParams memory) {
        bytes memory callData = abi.encodeCall(target.set, (number));
        return ExecuteParams("payload", address(gateway), address(target), value, gasLimit, callData);
    }

    function _deployment(
        bytes memory creationCode,
        bool isPlug,
        bytes memory initCallData
    ) private view returns (ExecuteParams memory) {
        bytes memory callData = abi.encodeCall(ContractFactory.deploy, (creationCode, isPlug, initCallData));
        return ExecuteParams("payload", address(gateway), address(served[ALPHA].factory), 0, 3_000_000, callData);
    }

    function _signed(ExecuteParams memory params) private view returns (bytes memory) {
        return _sign(SIGNER_KEY, socket.digestOf(params));
    }

    function _refuseTarget(ExecuteParams memory params) private {
        bytes memory proof = _signed(params);
        vm.expectRevert(
            abi.encodeWithSelector(IGatewaySocket.InvalidAppGateway.selector, params.target, params.appGateway)
        );
        socket.execute(params, proof);
    }
}

contract RefusesToBeBuilt {
    error NotToday();

    constructor() {
        revert NotToday();
    }
}
