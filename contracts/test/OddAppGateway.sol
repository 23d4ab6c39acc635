// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";

import {AppGatewayBase} from "../gateway/AppGatewayBase.sol";
import {IsPlug, Parallel, Read, WriteFinality} from "../gateway/GatewayTypes.sol";
import {GatewayTarget} from "./GatewayTarget.sol";

/// @title An app gateway that uses its base in every way an author might, the wrong ones included
contract OddAppGateway is AppGatewayBase {
    /// @dev The forms of `_setOverrides`, by what they name, and `_setMsgValue`.
    enum Form {
        None,
        ReadParallelGasFees,
        ReadParallelGas,
        ReadParallel,
        ReadAlone,
        ReadBlock,
        ParallelAlone,
        ParallelBlock,
        Finality,
        Gas,
        Payer,
        MsgValue
    }

    /// @dev One `_setOverrides`, and a call after it unless the forwarder is zero.
    struct Step {
        Form form;
        Read read;
        Parallel parallel;
        WriteFinality finality;
        uint256 gasLimit;
        uint256 fees;
        uint256 readAtBlockNumber;
        address payer;
        uint256 value;
        address forwarder;
    }

    uint256 public answers;
    bytes public lastData;
    bytes public lastReturnData;
    uint256 public calls;
    uint32[] public initialized;
    bytes32 public givenUp;

    address private _initialCallTo;
    address private _callee;
    bytes private _callData;

    constructor(address addressResolver, uint256 fees) {
        if (addressResolver != address(0)) _initializeAppGateway(addressResolver);
        _setMaxFees(fees);
    }

    function initializeAgain(address addressResolver) external {
        _initializeAppGateway(addressResolver);
    }

    function runWithoutAsync(Step[] calldata steps) external {
        _run(steps);
    }

    /// @notice A request inside a request, and a call after it.
    function runNested(Step[] calldata steps, bool isExternal) external async {
        if (isExternal) this.run(steps);
        else run(steps);
        _run(steps);
    }

    /// @notice Calls each forwarder, and wants every answer.
    function ask(address[] calldata forwarders, bytes calldata data) external async {
        for (uint256 i = 0; i < forwarders.length; i++) {
            GatewayTarget(payable(forwarders[i])).set(i);
            then(this.onAnswer.selector, data);
        }
    }

    /// @notice Asks with a callback that does not fit.
    function askWithCallback(address forwarder, bytes4 selector) external async {
        GatewayTarget(payable(forwarder)).set(1);
        then(selector, "");
    }

    function answerNothing() external async {
        then(this.onAnswer.selector, "");
    }

    function answerTwice(address forwarder) external async {
        GatewayTarget(payable(forwarder)).set(1);
        then(this.onAnswer.selector, "");
        then(this.onAnswer.selector, "");
    }

    function onAnswer(bytes calldata data, bytes calldata returnData) external onlyPromises {
        answers++;
        (lastData, lastReturnData) = (data, returnData);
        _callOut();
    }

    function onCall() external onlyWatcher {
        calls++;
        _callOut();
    }

    /// @notice Makes the next callback, or timeout, call `callee`.
    function callNext(address callee, bytes calldata data) external {
        (_callee, _callData) = (callee, data);
    }

    function schedule(uint256 delayInSeconds, bytes calldata data) external async {
        _setSchedule(delayInSeconds);
        then(this.onAnswer.selector, data);
    }

    function setTimeout(address target, bytes calldata payload, uint256 delayInSeconds) external {
        watcherPrecompile__().setTimeout(target, payload, delayInSeconds);
    }

    function keepCode(string calldata name, bytes calldata code) external returns (bytes32 contractId) {
        contractId = _createContractId(name);
        creationCodeWithArgs[contractId] = code;
    }

    function deploy(
        bytes32[] calldata contractIds,
        uint32[] calldata chainSlugs,
        IsPlug isPlug,
        bytes calldata initCallData,
        Parallel parallel
    ) external async {
        _setOverrides(parallel);
        for (uint256 i = 0; i < contractIds.length; i++) {
            if (initCallData.length == 0) _deploy(contractIds[i], chainSlugs[i], isPlug);
            else _deploy(contractIds[i], chainSlugs[i], isPlug, initCallData);
        }
    }

    function deployWithoutAsync(bytes32 contractId, uint32 chainSlug) external {
        _deploy(contractId, chainSlug, IsPlug.NO);
    }

    /// @notice Makes `initializeOnChain` call a forwarder.
    function callWhenInitialized(address forwarder) external {
        _initialCallTo = forwarder;
    }

    function cancel(uint40 requestCount) external {
        _revertTx(requestCount);
    }

    function increase(uint40 requestCount, uint256 newMaxFees) external {
        _increaseFees(requestCount, newMaxFees);
    }

    function withdraw(uint32 chainSlug, address token, uint256 amount, address receiver) external {
        _withdrawCredits(chainSlug, token, amount, receiver);
    }

    function handleRevert(bytes32 payloadId) external override onlyWatcher {
        givenUp = payloadId;
    }

    function currentRequest() external view returns (uint40) {
        return _getCurrentRequestCount();
    }

    function initializedCount() external view returns (uint256) {
        return initialized.length;
    }

    function run(Step[] calldata steps) public async {
        _run(steps);
    }

    function initializeOnChain(uint32 chainSlug) public override async {
        initialized.push(chainSlug);
        if (_initialCallTo == address(0)) return;
        GatewayTarget(payable(_initialCallTo)).set(chainSlug);
    }

    function _run(Step[] calldata steps) private {
        for (uint256 i = 0; i < steps.length; i++) {
            _override(steps[i]);
            if (steps[i].forwarder != address(0)) GatewayTarget(payable(steps[i].forwarder)).set(i);
        }
    }

    function _callOut() private {
        address callee = _callee;
        _callee = address(0);
        if (callee != address(0)) Address.functionCall(callee, _callData);
    }

    function _override(Step calldata step) private {
        if (step.form == Form.ReadParallelGasFees) _setOverrides(step.read, step.parallel, step.gasLimit, step.fees);
        if (step.form == Form.ReadParallelGas) _setOverrides(step.read, step.parallel, step.gasLimit);
        if (step.form == Form.ReadParallel) _setOverrides(step.read, step.parallel);
        if (step.form == Form.ReadAlone) _setOverrides(step.read);
        if (step.form == Form.ReadBlock) _setOverrides(step.read, step.readAtBlockNumber);
        if (step.form == Form.ParallelAlone) _setOverrides(step.parallel);
        if (step.form == Form.ParallelBlock) _setOverrides(step.parallel, step.readAtBlockNumber);
        if (step.form == Form.Finality) _setOverrides(step.finality);
        if (step.form == Form.Gas) _setOverrides(step.gasLimit);
        if (step.form == Form.Payer) _setOverrides(step.payer);
        if (step.form == Form.MsgValue) _setMsgValue(step.value);
    }
}
