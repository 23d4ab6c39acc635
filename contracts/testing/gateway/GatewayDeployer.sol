// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {IAsyncDeployer} from "../../gateway/interfaces/IAsyncDeployer.sol";
import {IFeesManager} from "../../gateway/interfaces/IFeesManager.sol";
import {IFeesPlug} from "../../gateway/interfaces/IFeesPlug.sol";
import {IGatewaySocket} from "../../gateway/interfaces/IGatewaySocket.sol";
import {deployContract, requireCancun} from "../devnet/deployContract.sol";
import {GatewayCode} from "../devnet/GatewayCode.sol";
import {IDevnetFeesManager, IDevnetFeeToken, IDevnetWatcher} from "../devnet/IDevnetGateway.sol";
import {vm} from "../Vm.sol";
import {GatewayChain} from "./TestPayload.sol";

/// @title Part of a test that deploys the gateway and the chains that it serves, in one EVM
abstract contract GatewayDeployer {
    /// @dev Slug and chain id of the gateway chain. A served chain has its slug as chain id too.
    uint32 internal constant GATEWAY_SLUG = 41_000;
    /// @dev Signs what the sockets execute. Never use it elsewhere.
    uint256 internal constant WATCHER_SIGNER_KEY = 0x5164e2;
    address private constant TRANSMITTER = address(0x7a45);
    address private constant SWITCHBOARD = address(0x5b);
    uint256 private constant RESERVE = 1_000_000 ether;

    /// @notice What an app gateway gets as `addressResolver`.
    address public addressResolver;
    /// @notice The watcher contract.
    IDevnetWatcher public watcher;
    /// @notice The contract that holds credits.
    IFeesManager public feesManager;
    /// @notice The contract that deploys forwarders.
    IAsyncDeployer public asyncDeployer;

    GatewayChain[] private _chains;
    mapping(uint32 slug => uint256) private _chainNumbers;
    uint256 private _depositCount;

    /// @notice No chain of this test has the slug. Add it with `addChain`.
    error UnknownChain(uint32 slug);
    /// @notice The gateway was started, and serves only the chains added before. Call `addChain` before `startGateway`.
    error GatewayStarted();
    /// @notice The gateway is not started. Call `startGateway` after the last `addChain`.
    error GatewayNotStarted();
    /// @dev Pays for values that payloads deliver.
    receive() external payable {}

    /// @notice Adds a chain that the gateway serves.
    function addChain(string memory name) public returns (GatewayChain memory chain) {
        if (address(watcher) != address(0)) revert GatewayStarted();
        requireCancun();
        chain.name = name;
        chain.slug = GATEWAY_SLUG + 1 + uint32(_chains.length);
        chain.socket = IGatewaySocket(_deploy("GatewaySocket", abi.encode(chain.slug, vm.addr(WATCHER_SIGNER_KEY))));
        chain.contractFactory = _deploy("ContractFactory", abi.encode(chain.socket, SWITCHBOARD));
        chain.token = IDevnetFeeToken(_deploy("FeeToken", abi.encode("Test Dollar", "USDX", uint8(18))));
        vm.label(address(chain.socket), string.concat(name, ".socket"));
        _chains.push(chain);
        _chainNumbers[chain.slug] = _chains.length;
    }

    /// @notice Starts the gateway that serves the added chains. App gateways are deployed after it.
    /// @dev `startGateway(); app = new MyAppGateway(addressResolver, ...); deposit(address(app), 10 ether);`
    function startGateway() public {
        if (address(watcher) != address(0)) revert GatewayStarted();
        uint256 first = vm.getNonce(address(this)) + _chains.length;
        address predictedFeesManager = vm.computeCreateAddress(address(this), first + 2);
        address predictedDeployer = vm.computeCreateAddress(address(this), first + 3);
        for (uint256 i = 0; i < _chains.length; i++) {
            address[] memory tokens = new address[](1);
            tokens[0] = address(_chains[i].token);
            _chains[i].feesPlug = _deploy("FeesPlug", abi.encode(_chains[i].socket, predictedFeesManager, tokens));
        }
        addressResolver = _deploy(
            "AddressResolver",
            abi.encode(vm.computeCreateAddress(address(this), first + 1), predictedFeesManager, predictedDeployer)
        );
        IDevnetWatcher.Config memory config = _config(predictedFeesManager, predictedDeployer);
        watcher = IDevnetWatcher(_deploy("Watcher", abi.encode(config)));
        address deployed = _deploy("FeesManager", abi.encode(watcher, address(this), GATEWAY_SLUG));
        feesManager = IFeesManager(deployed);
        address beacon = vm.computeCreateAddress(address(this), first + 5);
        asyncDeployer = IAsyncDeployer(_deploy("AsyncDeployer", abi.encode(addressResolver, beacon)));
        address forwarder = _deploy("Forwarder", abi.encode(watcher, asyncDeployer));
        _deploy("ForwarderBeacon", abi.encode(forwarder, address(this)));
        vm.deal(address(feesManager), RESERVE);
        vm.chainId(GATEWAY_SLUG);
        vm.label(address(watcher), "watcher");
        vm.label(address(feesManager), "feesManager");
        vm.recordLogs();
    }

    /// @notice Deposits credits for an account, on the first chain.
    function deposit(address receiver, uint256 amount) public {
        if (_chains.length == 0) revert UnknownChain(0);
        deposit(_chains[0].slug, receiver, amount);
    }

    /// @notice Deposits credits for an account with the token of a chain, which is where the fees are paid then.
    function deposit(uint32 slug, address receiver, uint256 amount) public {
        if (address(watcher) == address(0)) revert GatewayNotStarted();
        GatewayChain memory chain = chainOf(slug);
        chain.token.mint(address(this), amount);
        chain.token.approve(chain.feesPlug, amount);
        IFeesPlug(chain.feesPlug).depositCredit(address(chain.token), receiver, amount);
        bytes32 depositId = keccak256(abi.encode(slug, ++_depositCount));
        IDevnetFeesManager(address(feesManager)).creditDeposit(
            depositId,
            slug,
            address(chain.token),
            receiver,
            amount,
            0
        );
    }

    /// @notice Returns the credits that an account can spend.
    function creditsOf(address account) public view returns (uint256) {
        return feesManager.getAvailableCredits(account);
    }

    /// @notice Returns the forwarder of a contract, which is deployed if it does not exist.
    function forwarderOf(address onChainAddress, uint32 slug) public returns (address) {
        chainOf(slug);
        return asyncDeployer.getOrDeployForwarderContract(onChainAddress, slug);
    }

    /// @notice Returns the chains, in the order in which they were added.
    function chains() public view returns (GatewayChain[] memory) {
        return _chains;
    }

    /// @notice Returns the chain with a slug.
    function chainOf(uint32 slug) public view returns (GatewayChain memory) {
        uint256 number = _chainNumbers[slug];
        if (number == 0) revert UnknownChain(slug);
        return _chains[number - 1];
    }

    /// @dev Returns the slug of a chain by its socket; zero if it is none.
    function _slugOfSocket(address socket) internal view returns (uint32) {
        for (uint256 i = 0; i < _chains.length; i++) {
            if (address(_chains[i].socket) == socket) return _chains[i].slug;
        }
        return 0;
    }

    /// @dev Returns the creation code of one of the devnet's contracts.
    function _gatewayCode(string memory name) internal view virtual returns (bytes memory) {
        return GatewayCode.codeOf(name);
    }

    function _config(address fees, address deployer) private view returns (IDevnetWatcher.Config memory config) {
        config.chainSlug = GATEWAY_SLUG;
        config.operator = address(this);
        config.signer = vm.addr(WATCHER_SIGNER_KEY);
        config.transmitter = TRANSMITTER;
        config.feesManager = fees;
        config.asyncDeployer = deployer;
        config.chains = new IDevnetWatcher.ChainConfig[](_chains.length);
        for (uint256 i = 0; i < _chains.length; i++) {
            config.chains[i].chainSlug = _chains[i].slug;
            config.chains[i].contracts = IDevnetWatcher.ChainContracts(
                address(_chains[i].socket),
                _chains[i].contractFactory,
                _chains[i].feesPlug
            );
        }
    }

    function _deploy(string memory name, bytes memory arguments) private returns (address) {
        return deployContract(name, _gatewayCode(name), arguments);
    }
}
