// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {IAddressResolver} from "./interfaces/IAddressResolver.sol";
import {IAppGateway} from "./interfaces/IAppGateway.sol";
import {IAsyncDeployer} from "./interfaces/IAsyncDeployer.sol";
import {IFeesManager} from "./interfaces/IFeesManager.sol";
import {IWatcher} from "./interfaces/IWatcher.sol";

/// @title How an app gateway finds the gateway's contracts, and knows who calls it
/// @notice Trust: an app gateway trusts its address resolver, which its constructor names, and the watcher found there.
///
/// The watcher's address alone proves nothing: anybody may have it call anything, with a timeout. So the guards also ask
/// the watcher whether it calls because of this app gateway.
abstract contract GatewayAccess {
    /// @notice Says where the gateway's contracts are.
    IAddressResolver public addressResolver__;

    /// @notice A call that goes to another chain was made outside `async`. Put that modifier on the function that
    /// makes it.
    error AsyncModifierNotSet();
    /// @notice The caller is not the watcher with a callback that this app gateway asked for. Set the callback with
    /// `then`; each is taken once.
    error InvalidPromise();
    /// @notice The caller is not the watcher with a trigger of a connected plug, a timeout that this app gateway set,
    /// or a report. Connect the plug, or set the timeout here.
    error OnlyWatcher();
    /// @notice No watcher is known. Call `_initializeAppGateway` in the constructor, with the address resolver of the
    /// gateway chain.
    error WatcherNotSet();
    /// @notice The address resolver is named once. Call `_initializeAppGateway` in the constructor only.
    error AlreadyInitialized();

    // What the gateway's contracts refuse a request with. Here, so that whoever calls an app gateway can decode it.

    /// @notice The request may cost more than its payer can spend. Deposit credits for `account`, or lower the
    /// maximum.
    error InsufficientCredits(address account, uint256 required, uint256 available);
    /// @notice The payer has not let this app gateway spend its credits. It calls `approveAppGateways` of the fees
    /// manager first.
    error NotApproved(address account, address appGateway);
    /// @notice The gateway does not serve a chain with this slug. Check the slug against the chains that are
    /// configured.
    error UnknownChain(uint32 chainSlug);
    /// @notice `then` came without a call, a deployment or a schedule just before. Call it right after one of them,
    /// once for each.
    error NoCallToAnswer();
    /// @notice The delay is longer than `longest`. Choose a shorter one, and schedule again when it is over.
    error TimeoutTooLong(uint256 delayInSeconds, uint256 longest);

    /// @notice Lets nothing in but callbacks that this app gateway set with `then`, each once.
    /// @dev Also guards `handleRevert`, as the promise that reverts is one of these. No trigger and no timeout reaches it.
    modifier onlyPromises() {
        _requirePromise();
        _;
    }

    /// @notice Lets nothing in but triggers of connected plugs, timeouts that this app gateway set, and the watcher's reports.
    /// @dev Any contract of a chain can connect itself to any app gateway, and trigger any of its functions. One that must
    /// not believe strangers asks the watcher's `currentTrigger` who sent the trigger.
    modifier onlyWatcher() {
        _requireOwnCall();
        _;
    }

    /// @notice The contract that takes requests, and has them carried out.
    function watcher__() public view returns (IWatcher watcher) {
        watcher = _resolver().watcher__();
        if (address(watcher) == address(0)) revert WatcherNotSet();
    }

    /// @notice The same under its older name, which timeouts are still set through.
    function watcherPrecompile__() public view returns (IWatcher) {
        return watcher__();
    }

    /// @notice The fee pool.
    function feesManager__() public view returns (IFeesManager) {
        return _resolver().feesManager__();
    }

    /// @notice What deploys forwarders.
    function asyncDeployer__() public view returns (IAsyncDeployer) {
        return _resolver().asyncDeployer__();
    }

    /// @notice Names the address resolver. The constructor calls it, before anything else here is used.
    function _initializeAppGateway(address addressResolver) internal {
        if (address(addressResolver__) != address(0)) revert AlreadyInitialized();
        if (addressResolver == address(0)) revert WatcherNotSet();
        addressResolver__ = IAddressResolver(addressResolver);
    }

    function _requirePromise() private view {
        IWatcher watcher = watcher__();
        if (msg.sender != address(watcher)) revert InvalidPromise();
        bool isReport = msg.sig == IAppGateway.handleRevert.selector && watcher.isCallOf(address(this));
        if (!isReport && !watcher.isPromiseOf(address(this))) revert InvalidPromise();
    }

    function _requireOwnCall() private view {
        IWatcher watcher = watcher__();
        if (msg.sender != address(watcher) || !watcher.isCallOf(address(this))) revert OnlyWatcher();
    }

    /// @dev A call to the zero address would revert without saying why.
    function _resolver() private view returns (IAddressResolver) {
        if (address(addressResolver__) == address(0)) revert WatcherNotSet();
        return addressResolver__;
    }
}
