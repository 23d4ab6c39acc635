// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {AppGatewayBase} from "../gateway/AppGatewayBase.sol";
import {AppGatewayApproval, IsPlug, Parallel, Read, WriteFinality} from "../gateway/GatewayTypes.sol";
import {IForwarder} from "../gateway/interfaces/IForwarder.sol";
import {AuthoredVault} from "./AuthoredVault.sol";

/// @dev What its author calls on the vault's forwarders.
interface IAuthoredVault {
    function store(uint256 amount) external payable;
    function stored() external;
}

/// @title An app gateway as an author of the deployed system writes one
/// @notice Uses every name that authors rely on. That it compiles is half of the test, so nothing here may be changed to suit
/// our base; only its imports are ours.
contract AuthoredAppGateway is AppGatewayBase {
    bytes32 public vault = _createContractId("vault");

    uint256 public total;
    uint256 public wakeUps;
    uint256 public alarms;
    uint256 public completions;
    bytes32 public failed;
    uint40 public lastRequest;

    constructor(address addressResolver_, uint256 fees_) {
        creationCodeWithArgs[vault] = abi.encodePacked(type(AuthoredVault).creationCode, abi.encode(uint256(3)));
        _setMaxFees(fees_);
        _initializeAppGateway(addressResolver_);
    }

    function deployContracts(uint32 chainSlug_) external async {
        _deploy(vault, chainSlug_, IsPlug.YES);
    }

    function deployPrepared(uint32 chainSlug_) external async {
        bytes memory initCallData = abi.encodeWithSelector(AuthoredVault.prepare.selector);
        _deploy(vault, chainSlug_, IsPlug.YES, initCallData);
    }

    function initializeOnChain(uint32 chainSlug_) public override async {
        IAuthoredVault(forwarderAddresses[vault][chainSlug_]).store(1);
    }

    /// @dev Each form once, then the values that count.
    function storeOn(uint32 chainSlug_, uint256 amount_) external async {
        _setOverrides(Read.ON, Parallel.ON, 100_000, maxFees);
        _setOverrides(Read.ON, Parallel.ON, 100_000);
        _setOverrides(Read.ON, 1);
        _setOverrides(Parallel.ON, 0);
        _setOverrides(Parallel.ON);
        _setOverrides(Read.OFF);
        _setOverrides(WriteFinality.HIGH);
        _setOverrides(200_000);
        _setOverrides(address(this));
        _setOverrides(Read.OFF, Parallel.OFF);
        _setMsgValue(1);

        IAuthoredVault(forwarderAddresses[vault][chainSlug_]).store(amount_);
        lastRequest = _getCurrentRequestCount();
    }

    function readFrom(uint32 chainSlug_) external async {
        _setOverrides(Read.ON);
        IAuthoredVault(forwarderAddresses[vault][chainSlug_]).stored();
        then(this.onStored.selector, abi.encode(chainSlug_));
    }

    /// @dev A callback that goes on with a request of its own.
    function onStored(bytes memory data_, bytes memory returnData_) external onlyPromises async {
        total = abi.decode(returnData_, (uint256));
        uint32 chainSlug = abi.decode(data_, (uint32));
        IAuthoredVault(forwarderAddresses[vault][chainSlug]).store(total);
    }

    function wakeMeUp(uint256 delay_) external async {
        _setSchedule(delay_);
        then(this.onWakeUp.selector, "");
        watcherPrecompile__().setTimeout(address(this), abi.encodeWithSelector(this.onTimeout.selector), delay_);
    }

    function onWakeUp(bytes memory, bytes memory) external onlyPromises {
        wakeUps++;
    }

    function onTimeout() external onlyWatcher {
        wakeUps++;
    }

    function onAlarm(uint256) external onlyWatcher {
        alarms++;
    }

    function cancel(uint40 requestCount_) external {
        _revertTx(requestCount_);
    }

    function raise(uint40 requestCount_, uint256 newMaxFees_) external {
        _increaseFees(requestCount_, newMaxFees_);
    }

    function handleRevert(bytes32 payloadId_) external override onlyPromises {
        failed = payloadId_;
    }

    function onRequestComplete(uint40 requestCount_, bytes calldata onCompleteData_) public override onlyWatcher {
        completions++;
        super.onRequestComplete(requestCount_, onCompleteData_);
    }

    function withdraw(uint32 chainSlug_, address token_, uint256 amount_, address receiver_) external {
        _withdrawCredits(chainSlug_, token_, amount_, receiver_);
    }

    function share(address with_, uint256 amount_) external {
        feesManager__().transferCredits(address(this), with_, amount_);
        AppGatewayApproval[] memory approvals = new AppGatewayApproval[](1);
        approvals[0] = AppGatewayApproval({appGateway: with_, approval: true});
        feesManager__().approveAppGateways(approvals);
    }

    function credits() external view returns (uint256) {
        return feesManager__().getAvailableCredits(address(this));
    }

    function meet(
        address onChainAddress_,
        uint32 chainSlug_
    ) external returns (address forwarder, address predicted, address standsFor, uint32 on) {
        forwarder = asyncDeployer__().getOrDeployForwarderContract(onChainAddress_, chainSlug_);
        predicted = asyncDeployer__().getForwarderAddress(onChainAddress_, chainSlug_);
        standsFor = IForwarder(forwarder).getOnChainAddress();
        on = IForwarder(forwarder).getChainSlug();
    }

    function watchers() external view returns (address, address) {
        return (address(watcher__()), address(addressResolver__.watcher__()));
    }

    /// @dev An author's own code reverts with the base's errors, too.
    function refuse(uint256 how_) external pure {
        if (how_ == 0) revert AsyncModifierNotSet();
        if (how_ == 1) revert InvalidPromise();
        revert WatcherNotSet();
    }
}
