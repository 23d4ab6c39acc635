// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AppGatewayBase, IsPlug} from "../../gateway/evmx/base/AppGatewayBase.sol";
import {TroubledTarget} from "./TroubledTarget.sol";

/// @dev The target's functions as they are called on its forwarder.
interface ITroubledTarget {
    function work(uint256 amount) external;
    function write(uint256 slots) external;
}

/// @dev The same function as an author wrongly declares it.
interface IViewedTarget {
    function work(uint256 amount) external view;
}

/// @dev The same function as an author wrongly declares it.
interface IReturningTarget {
    function work(uint256 amount) external returns (uint256);
}

/// @title App gateway that makes every mistake that an author can make in a call
contract TroubledApp is AppGatewayBase {
    bytes32 public target = _createContractId("target");
    bool public isBroken;
    uint256 public workSeen;
    uint256 public reported;

    error NotReady(uint256 amount);

    constructor(address addressResolver_, uint256 fees_) {
        creationCodeWithArgs[target] = type(TroubledTarget).creationCode;
        _setMaxFees(fees_);
        _initializeAppGateway(addressResolver_);
    }

    function deployContracts(uint32 chainSlug_) external async {
        _deploy(target, chainSlug_, IsPlug.YES);
    }

    function setBroken(bool broken_) external {
        isBroken = broken_;
    }

    function setValid(bool isValid_, uint32 chainSlug_) external {
        _setValidPlug(isValid_, chainSlug_, target);
    }

    function work(uint32 chainSlug_, uint256 amount_) external async {
        _work(forwarderAddresses[target][chainSlug_], amount_);
    }

    /// @dev The forwarder of a contract that this app gateway did not deploy.
    function workAt(address onChainAddress_, uint32 chainSlug_, uint256 amount_) external async {
        _work(asyncDeployer__().getOrDeployForwarderContract(onChainAddress_, chainSlug_), amount_);
    }

    /// @dev Any address as a forwarder.
    function workThrough(address forwarder_, uint256 amount_) external async {
        _work(forwarder_, amount_);
    }

    function writeWith(uint32 chainSlug_, uint256 slots_, uint256 gasLimit_) external async {
        _setOverrides(gasLimit_);
        ITroubledTarget(forwarderAddresses[target][chainSlug_]).write(slots_);
    }

    function workOutsideAsync(uint32 chainSlug_) external {
        _work(forwarderAddresses[target][chainSlug_], 1);
    }

    function workAsView(uint32 chainSlug_) external async {
        IViewedTarget(forwarderAddresses[target][chainSlug_]).work(1);
    }

    function workReturning(uint32 chainSlug_) external async {
        workSeen = IReturningTarget(forwarderAddresses[target][chainSlug_]).work(1);
    }

    function workLater(uint256 delay_) external {
        watcherPrecompile__().setTimeout(address(this), abi.encodeCall(this.onReport, (1)), delay_);
    }

    function onWork(bytes calldata data_, bytes calldata returnData_) external onlyPromises {
        if (isBroken) revert NotReady(abi.decode(data_, (uint256)));
        workSeen = abi.decode(returnData_, (uint256));
    }

    function onReport(uint256 amount_) external onlyWatcher {
        if (isBroken) revert NotReady(amount_);
        reported += amount_;
    }

    function _work(address forwarder_, uint256 amount_) private {
        ITroubledTarget(forwarder_).work(amount_);
        then(this.onWork.selector, abi.encode(amount_));
    }
}
